-- Park a game whose validation failed: move it from the dirty set to the parked games. Called by service/store/games/verdicts.py.
--
-- KEYS  head · dirty set · parked games
-- ARGV  game · version that failed · engine (the version of the rules) · why and when it failed (JSON) · channel of
--       hints · hint
-- Returns 1. If this engine has validated that version meanwhile, or the game does not exist, nothing is done, and 0 is returned.
local head, dirty, parked = unpack(KEYS)
local game, failed, engine, story, channel, hint = unpack(ARGV)

local validated, by = unpack(redis.call('HMGET', head, 'validated', 'engine'))
if not validated or (by == engine and tonumber(validated) >= tonumber(failed)) then
  return 0
end
local score = redis.call('ZSCORE', dirty, game)
if score and tonumber(score) <= tonumber(failed) then
  redis.call('ZREM', dirty, game)
end
redis.call('HSET', parked, game, story)
redis.call('SPUBLISH', channel, hint)
return 1
