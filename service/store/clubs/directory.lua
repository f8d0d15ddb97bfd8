-- Move the rows of a club's directory on, if they are still as the caller found them.
--
-- KEYS  rows
-- ARGV  the mark found (empty: none, or one to begin again from) · the new mark · number of rows that go, those rows, then rows and values
--
-- Returns 1 · 0 where somebody else moved them.
local rows = KEYS[1]
local found, mark, going = ARGV[1], ARGV[2], tonumber(ARGV[3])

if found == '' then
  redis.call('DEL', rows)
elseif redis.call('HGET', rows, ':') ~= found then
  return 0
end
for i = 4, 3 + going do
  redis.call('HDEL', rows, ARGV[i])
end
for i = 4 + going, #ARGV, 2 do
  redis.call('HSET', rows, ARGV[i], ARGV[i + 1])
end
redis.call('HSET', rows, ':', mark)
return 1
