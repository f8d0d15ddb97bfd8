-- Append a batch of events to one stream. Writes all or nothing. Called by service/store/streams/streams.py. The reasons are in
-- docs/decisions/store.md.
--
-- KEYS  stream · head · ids (marks of the recorded events) · sealed values · feed, then the sorted sets that list the stream, then the heads
--       of other streams of the club from which the batch was made
-- ARGV  expected version · hash at that version · version after the batch · id of the stream · what its entry in the feed holds · its stamp ·
--       channel of hints · hint, then eight lists, each of which begins with the number of its items: the hashes that those other streams
--       must still have · scores in those sorted sets · marks of the events · ids of their entries · entries · fields and values of the
--       head · fields and values of sealed values · fields of sealed values to delete
--
-- Returns {"appended"} · {"exists", head, version of each event of the batch, or nil}: some events are recorded already · {"conflict",
-- head}: the stream is not at the expected version · {"outdated"}: one of the other streams has another hash · {"damaged"}: entries are
-- missing. A head is returned as its HGETALL.
-- Every check comes before the first write. The first XADD may still fail, but then nothing is written.
local stream, head, ids, sealed, feed = unpack(KEYS)
local SETS = 5
local GENESIS = string.rep('\0', 32)
local PAGE = 100

local at = 0
local function take(count)
  at = at + count
  return unpack(ARGV, at - count + 1, at)
end
local function list()
  return {take(tonumber(take(1)))}
end

local expected, predecessor, version, name, pointer, stamp, channel, hint = take(8)
local hashes, scores, marks, entry_ids, entries = list(), list(), list(), list(), list()

-- Find out which events of the batch are recorded, reading the stream from its end. Called when a mark of the batch is known: another event
-- may have the same mark.
local function recorded()
  local wanted, known, missing = {}, {}, #entries
  for i, entry in ipairs(entries) do
    wanted[string.sub(entry, 1, 16)], known[i] = i, false
  end
  local page, upto = nil, '+'
  repeat
    page = redis.call('XREVRANGE', stream, upto, '-', 'COUNT', PAGE)
    for _, entry in ipairs(page) do
      local i = wanted[string.sub(entry[2][2], 1, 16)]
      if i then
        known[i], missing = string.match(entry[1], '%d+'), missing - 1
      end
      upto = '(' .. entry[1]
    end
  until missing == 0 or #page < PAGE
  return known, missing
end

local current = redis.call('HMGET', head, 'version', 'hash')
for _, seen in ipairs(redis.call('SMISMEMBER', ids, unpack(marks))) do
  if seen == 1 then
    local known, missing = recorded()
    if missing < #entries then
      return {'exists', redis.call('HGETALL', head), known}
    end
    if redis.call('XLEN', stream) ~= tonumber(current[1] or 0) then
      return {'damaged'}
    end
    break
  end
end

if (current[1] or '0') ~= expected or (current[2] or GENESIS) ~= predecessor then
  return {'conflict', redis.call('HGETALL', head)}
end
for i, hash in ipairs(hashes) do
  if redis.call('HGET', KEYS[SETS + #scores + i], 'hash') ~= hash then
    return {'outdated'}
  end
end

for i, entry in ipairs(entries) do
  redis.call('XADD', stream, entry_ids[i], 'e', entry)
end
redis.call('SADD', ids, unpack(marks))
redis.call('HSET', head, 'version', version, unpack(list()))
for _ = 1, tonumber(take(1)), 2 do
  redis.call('HSET', sealed, take(2))
end
for _ = 1, tonumber(take(1)) do
  redis.call('HDEL', sealed, take(1))
end

local last = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
local number = last and tonumber(string.match(last[1], '%d+')) or 0
redis.call('XADD', feed, string.format('%d-%s', number + 1, version), 'g', pointer, 's', stamp)
for i, score in ipairs(scores) do
  redis.call('ZADD', KEYS[SETS + i], score, name)
end
redis.call('SPUBLISH', channel, hint)
return {'appended'}
