-- Append a batch of events to one record: all of it, or nothing. Written by service/store/records.py; docs/decisions/store-append.md.
--
-- KEYS  stream head ids sealed feed dirty games
-- ARGV  expected version · hash at that version · version after the batch · game · its short name in the feed · hint to publish ·
--       time of opening (empty unless the batch opens the record), then four lists, each led by the number of its items:
--       event ids · fields and values of the head · fields and values of sealed values · for each event its fields and values
--
-- Returns {"appended"} · {"exists", head, version or nil by event id} · {"conflict", head}; a head is the HGETALL of it.
-- Everything that can fail (the first XADD) comes before anything is written.
local stream, head, ids, sealed, feed, dirty, games = unpack(KEYS)
local GENESIS = string.rep('0', 64)

local at = 0
local function take(count)
  at = at + count
  return unpack(ARGV, at - count + 1, at)
end
local function list()
  return take(tonumber(take(1)))
end

local expected, predecessor, version, game, short, hint, opened_at = take(7)
local event_ids = {list()}

local known = redis.call('HMGET', ids, unpack(event_ids))
for i = 1, #event_ids do
  if known[i] then
    return {'exists', redis.call('HGETALL', head), known}
  end
end

local standing = redis.call('HMGET', head, 'version', 'hash')
if (standing[1] or '0') ~= expected or (standing[2] or GENESIS) ~= predecessor then
  return {'conflict', redis.call('HGETALL', head)}
end

local head_fields, sealed_fields = {list()}, tonumber(take(1))
local sealed_at = at
at = at + sealed_fields
local index = {}
for i, event_id in ipairs(event_ids) do
  redis.call('XADD', stream, string.format('%d-0', expected + i), list())
  index[2 * i - 1], index[2 * i] = event_id, expected + i
end
redis.call('HSET', ids, unpack(index))
for i = sealed_at + 1, sealed_at + sealed_fields, 2 do
  redis.call('HSET', sealed, ARGV[i], ARGV[i + 1])
end
redis.call('HSET', head, 'version', version, unpack(head_fields))

local last = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
local number = last and tonumber(string.match(last[1], '%d+')) or 0
redis.call('XADD', feed, string.format('%d-0', number + 1), 'k', 'e', 'g', short, 'v', version)
redis.call('ZADD', dirty, version, game)
if opened_at ~= '' then
  redis.call('ZADD', games, opened_at, game)
end
redis.call('PUBLISH', 'faceup:changes', hint)
return {'appended'}
