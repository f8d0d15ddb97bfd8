-- Settle the result of a validation of one record: all or nothing. Called by service/store/games/verdicts.py.
--
-- KEYS  head verdict feed dirty parked
-- ARGV  entries of the verdict that the validation had read · version validated through · engine · state · game · its short name in the
--       feed · hint to publish, then the new entries
--
-- Returns {"settled", version of the head, entries of the verdict} · {"raced"} · {"missing"}.
local head, verdict, feed, dirty, parked = unpack(KEYS)
local seen, through, engine, state, game, short, hint = unpack(ARGV, 1, 7)

local version, count, validated = unpack(redis.call('HMGET', head, 'version', 'verdict', 'validated'))
if not version then
  return {'missing'}
end
-- A validation that read less of the record than one already settled must not turn the verdict back.
if count ~= seen or tonumber(through) < tonumber(validated) or tonumber(through) > tonumber(version) then
  return {'raced'}
end

local entries = #ARGV - 7
for i = 8, #ARGV do
  redis.call('RPUSH', verdict, ARGV[i])
end
count = count + entries
redis.call('HSET', head, 'verdict', string.format('%d', count), 'validated', through, 'engine', engine, 'state', state)

if entries > 0 then
  local last = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
  local number = last and tonumber(string.match(last[1], '%d+')) or 0
  redis.call('XADD', feed, string.format('%d-%s', number + 1, through), 'g', 'v' .. short)
end
local score = redis.call('ZSCORE', dirty, game)
if score and tonumber(score) <= tonumber(through) then
  redis.call('ZREM', dirty, game)
end
-- A game parked by a validation that read further stays parked: nothing else remembers the rest.
if tonumber(through) == tonumber(version) then
  redis.call('HDEL', parked, game)
end
redis.call('PUBLISH', 'faceup:changes', hint)
return {'settled', tonumber(version), count}
