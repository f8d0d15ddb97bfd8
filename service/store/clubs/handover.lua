-- Replace a link by a new one. Writes all or nothing. Called by service/store/clubs/clubs.py.
--
-- KEYS  the link that is given away · the new link · ids of the club's tokens
-- ARGV  id of the link that is given away · id of the new link · hash of its secret · its body · when it was made
--
-- Returns the id of the link that took the place: the given one if this call succeeded, or if the same call succeeded before. Returns nil if
-- the link that should be given away is withdrawn or unknown.
local former, new, tokens = unpack(KEYS)
local former_id, id, hash, body, at = unpack(ARGV)

local taker = redis.call('HGET', former, 'next')
if taker then
  return taker
end
local secret = redis.call('HGET', former, 'hash')
if not secret then
  return nil
end
redis.call('HDEL', former, 'hash')
redis.call('HSET', former, 'next', id, 'former', secret)
redis.call('ZREM', tokens, former_id)
redis.call('HSET', new, 'hash', hash, 'token', body)
redis.call('ZADD', tokens, at, id)
return id
