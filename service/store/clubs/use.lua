-- Use an invitation once: to issue the token that it was for, or to withdraw it. Writes all or nothing. Called by
-- service/store/clubs/invitations.py.
--
-- KEYS  invitation · ids of the club's open invitations; for a token also: token · ids of the club's tokens · ids of the person's tokens
-- ARGV  id of the invitation · its use: the id of the token, or the mark of a withdrawal · the invitation without the person's name; for a
--       token also: hash of its secret · the token · when it was made
--
-- Returns the use that is recorded now. It is the given one if this call succeeded, or if the same call succeeded before. Returns nil if there
-- is no such invitation.
local invitation, open, token, tokens, devices = unpack(KEYS)
local id, use, body, hash, made, at = unpack(ARGV)

if redis.call('EXISTS', invitation) == 0 then
  return nil
end
local former = redis.call('HGET', invitation, 'used')
if former then
  return former
end
redis.call('HSET', invitation, 'used', use, 'invitation', body)
redis.call('ZREM', open, id)
if token then
  redis.call('SADD', devices, use)
  redis.call('HSET', token, 'hash', hash, 'token', made)
  redis.call('ZADD', tokens, at, use)
end
return use
