-- Replace all events of a damaged stream. Writes all or nothing. Called by service/store/streams/mending.py.
--
-- KEYS  stream · head · ids (marks of the recorded events) · sealed values · if the stream is validated: games that wait for that
-- ARGV  version and hash of the head that the new events lead to · id of the stream, then four lists, each of which begins with the number
--       of its items: ids of entries and entries · marks of the events · fields of sealed values to delete · fields and values of sealed
--       values to write
--
-- Returns 1; 0 if the head has changed: then nothing was written.
local stream, head, ids, sealed, dirty = unpack(KEYS)
local at = 0
local function take(count)
  at = at + count
  return unpack(ARGV, at - count + 1, at)
end

local version, hash, name = take(3)
local current = redis.call('HMGET', head, 'version', 'hash')
if current[1] ~= version or current[2] ~= hash then
  return 0
end
redis.call('DEL', stream)
for _ = 1, tonumber(take(1)), 2 do
  local id, entry = take(2)
  redis.call('XADD', stream, id, 'e', entry)
end
redis.call('DEL', ids)
for _ = 1, tonumber(take(1)) do
  redis.call('SADD', ids, take(1))
end
for _ = 1, tonumber(take(1)) do
  redis.call('HDEL', sealed, take(1))
end
for _ = 1, tonumber(take(1)), 2 do
  redis.call('HSET', sealed, take(2))
end
if dirty then
  redis.call('HSET', head, 'engine', '')
  redis.call('ZADD', dirty, version, name)
end
return 1
