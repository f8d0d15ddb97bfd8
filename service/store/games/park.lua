-- Park a record whose validation fails. Called by service/store/games/verdicts.py.
--
-- KEYS  head dirty parked        ARGV  game · version that failed · engine · what to say about it (JSON) · hint to publish
-- Returns 1, or 0 when the same engine has validated that version after all or the record does not exist.
local head, dirty, parked = unpack(KEYS)
local game, failed, engine, story, hint = unpack(ARGV)

local validated, by = unpack(redis.call('HMGET', head, 'validated', 'engine'))
if not validated or (by == engine and tonumber(validated) >= tonumber(failed)) then
  return 0
end
local score = redis.call('ZSCORE', dirty, game)
if score and tonumber(score) <= tonumber(failed) then
  redis.call('ZREM', dirty, game)
end
redis.call('HSET', parked, game, story)
redis.call('PUBLISH', 'faceup:changes', hint)
return 1
