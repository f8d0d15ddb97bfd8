-- Update the rows of a club's directory of people, if nobody has changed them since the caller read them. Called by
-- service/store/clubs/rows.py, which says what the mark is.
--
-- KEYS  rows
-- ARGV  the mark that the caller read (empty: none) · 1: delete all rows first, else 0 · the new mark · number of rows to delete · their
--       names · then names and values of the rows to write, in turn
--
-- Returns 1. If another writer has changed the rows, nothing is written, and 0 is returned.
local rows = KEYS[1]
local expected, again, mark, going = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

if (redis.call('HGET', rows, ':') or '') ~= expected then
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
