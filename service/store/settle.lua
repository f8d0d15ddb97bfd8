-- Settle what a validation found about one record: all of it, or nothing. Written by service/store/verdicts.py.
--
-- KEYS  head verdict feed dirty parked
-- ARGV  entries of the verdict seen by the validation · version validated through · engine · state · game · its short name in the feed ·
--       hint to publish · number of new entries, then for each entry the number of its fields and values, and these
--
-- Returns {"settled", version of the head, entries of the verdict} · {"raced"} · {"missing"}.
local head, verdict, feed, dirty, parked = unpack(KEYS)
local seen, through, engine, state, game, short, hint, entries = unpack(ARGV, 1, 8)

local version, count, validated = unpack(redis.call('HMGET', head, 'version', 'verdict', 'validated'))
if not version then
  return {'missing'}
end
-- A validation that read less of the record than another already settled must not turn the verdict back.
if count ~= seen or tonumber(through) < tonumber(validated) or tonumber(through) > tonumber(version) then
  return {'raced'}
end

local at = 9
for i = 1, tonumber(entries) do
  local fields = tonumber(ARGV[at])
  redis.call('XADD', verdict, string.format('%d-0', count + i), unpack(ARGV, at + 1, at + fields))
  at = at + fields + 1
end
count = count + entries
redis.call('HSET', head, 'verdict', string.format('%d', count), 'validated', through, 'engine', engine, 'state', state)

if tonumber(entries) > 0 then
  local last = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
  local number = last and tonumber(string.match(last[1], '%d+')) or 0
  redis.call('XADD', feed, string.format('%d-0', number + 1), 'k', 'v', 'g', short, 'v', through)
end
local score = redis.call('ZSCORE', dirty, game)
if score and tonumber(score) <= tonumber(through) then
  redis.call('ZREM', dirty, game)
end
-- Parked by a validation that read further than this one: it stays so, for nothing else remembers the rest.
if tonumber(through) == tonumber(version) then
  redis.call('HDEL', parked, game)
end
redis.call('PUBLISH', 'faceup:changes', hint)
return {'settled', tonumber(version), count}
