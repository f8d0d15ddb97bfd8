-- Move the rows of a club's directory on, if they are still as the caller found them.
--
-- KEYS  rows
-- ARGV  the mark found (empty: none) · 1 to begin again, without any of the rows, else 0 · the new mark · number of rows that go,
--       those rows, then rows and values
--
-- Returns 1 · 0 where somebody else moved them.
local rows = KEYS[1]
local found, again, mark, going = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

if (redis.call('HGET', rows, ':') or '') ~= found then
  return 0
end
if again == '1' then
  redis.call('DEL', rows)
end
for i = 5, 4 + going do
  redis.call('HDEL', rows, ARGV[i])
end
for i = 5 + going, #ARGV, 2 do
  redis.call('HSET', rows, ARGV[i], ARGV[i + 1])
end
redis.call('HSET', rows, ':', mark)
return 1
