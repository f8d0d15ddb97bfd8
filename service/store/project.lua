-- Move the rows of one generation and its position on together: all of it, or nothing. Written by service/store/projected.py.
--
-- KEYS  generation · the rows of each projection
-- ARGV  id of the generation · position that the writer built on · position after, then for each projection the number of its items, and
--       these: keys and rows in turn, an empty row for one that goes
--
-- Returns 'moved' · 'stale': another was faster · 'damaged': rows have been lost; what is left of the generation is dropped.
local generation = KEYS[1]
local id, seen, position = unpack(ARGV, 1, 3)

local function counted()
  local counts = {}
  for i = 2, #KEYS do
    counts[i - 1] = redis.call('HLEN', KEYS[i])
  end
  return table.concat(counts, ' ')
end

local standing = redis.call('HMGET', generation, 'id', 'position', 'rows')
if standing[1] ~= id or standing[2] ~= seen then
  return 'stale'
end
if standing[3] ~= counted() then
  redis.call('UNLINK', unpack(KEYS))
  return 'damaged'
end

local at = 4
for i = 2, #KEYS do
  local last = at + ARGV[at]
  for place = at + 1, last, 2 do
    if ARGV[place + 1] == '' then
      redis.call('HDEL', KEYS[i], ARGV[place])
    else
      redis.call('HSET', KEYS[i], ARGV[place], ARGV[place + 1])
    end
  end
  at = last + 1
end
redis.call('HSET', generation, 'position', position, 'rows', counted())
return 'moved'
