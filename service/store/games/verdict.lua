-- Add the result of a validation to the verdict of one game. Writes all or nothing. Called by service/store/games/verdicts.py.
--
-- KEYS  head · verdict · feed · dirty set · parked games · stream
-- ARGV  number of entries that the validation found in the verdict · last validated version · the id of its entry in the stream · the id of
--       its event (16 bytes) · engine (the version of the rules) · state of the game · game · its short name in the feed · stamp of its
--       entry there · channel of hints · hint, then the new entries
--
-- Returns {"settled", version of the head, number of entries in the verdict} · {"raced"}: another validation was faster, or the
-- game has other events · {"missing"}: there is no such game.
local head, verdict, feed, dirty, parked, stream = unpack(KEYS)
local seen, through, place, event, engine, state, game, short, stamp, channel, hint = unpack(ARGV, 1, 11)

local version, count, validated = unpack(redis.call('HMGET', head, 'version', 'verdict', 'validated'))
if not version then
  return {'missing'}
end
-- A later validation must not be replaced by one that has read fewer events.
if count ~= seen or tonumber(through) < tonumber(validated) or tonumber(through) > tonumber(version) then
  return {'raced'}
end
-- After a failover the same version may be another event: with another id, or recorded at another time.
local last = redis.call('XRANGE', stream, place, place)[1]
if not last or string.sub(last[2][2], 1, 16) ~= event then
  return {'raced'}
end

local entries = #ARGV - 11
for i = 12, #ARGV do
  redis.call('RPUSH', verdict, ARGV[i])
end
count = count + entries
redis.call('HSET', head, 'verdict', string.format('%d', count), 'validated', through, 'engine', engine, 'state', state)

if entries > 0 then
  local last = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
  local number = last and tonumber(string.match(last[1], '%d+')) or 0
  redis.call('XADD', feed, string.format('%d-%s', number + 1, through), 'g', 'v' .. short, 's', stamp)
end
local score = redis.call('ZSCORE', dirty, game)
if score and tonumber(score) <= tonumber(through) then
  redis.call('ZREM', dirty, game)
end
-- A game that was parked at a later version stays parked: nothing else remembers that the later events have no verdict.
if tonumber(through) == tonumber(version) then
  redis.call('HDEL', parked, game)
end
redis.call('SPUBLISH', channel, hint)
return {'settled', tonumber(version), count}
