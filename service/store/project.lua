-- Update one generation of projected rows: its rows, its position and its waiting games. Writes all or nothing. Called by
-- service/store/projected.py, which explains these words.
--
-- KEYS  generation · the rows of each projection · waiting games
-- ARGV  id of the generation · its number of moves when the writer read it · the epoch then (epoch.lua) · new position · a letter for
--       each projection, then a list for each projection and a list of waiting games. Each list begins with the number of its items.
--       letter: h: the rows are a hash; z: they are only keys, in a sorted set
--       projection: keys and rows in turn; an empty row deletes the row
--       waiting games: games and the versions that wait for a verdict, in turn; 0: the game waits no longer
--
-- Returns {'moved', epoch, HGETALL of the generation} · {'stale'}: another writer was faster, or this server may lack what the writer has
-- read · {'damaged'}: some rows were missing, so the whole generation was deleted.
local generation, waiting = KEYS[1], KEYS[#KEYS]
local id, seen, read, position, forms = unpack(ARGV, 1, 5)
local now = epoch()

local function ordered(i)
  return string.sub(forms, i - 1, i - 1) == 'z'
end

local function counted()
  local counts = {}
  for i = 2, #KEYS - 1 do
    counts[i - 1] = redis.call(ordered(i) and 'ZCARD' or 'HLEN', KEYS[i])
  end
  counts[#KEYS - 1] = redis.call('ZCARD', waiting)
  return table.concat(counts, ' ')
end

local current = redis.call('HMGET', generation, 'id', 'moves', 'rows')
if current[1] ~= id or current[2] ~= seen or now ~= read then
  return {'stale'}
end
if current[3] ~= counted() then
  redis.call('UNLINK', unpack(KEYS))
  return {'damaged'}
end

local at = 6
local function each(change)
  local last = at + ARGV[at]
  for place = at + 1, last, 2 do
    change(ARGV[place], ARGV[place + 1])
  end
  at = last + 1
end

for i = 2, #KEYS - 1 do
  each(function(key, row)
    if row == '' then
      redis.call(ordered(i) and 'ZREM' or 'HDEL', KEYS[i], key)
    elseif ordered(i) then
      redis.call('ZADD', KEYS[i], 0, key)
    else
      redis.call('HSET', KEYS[i], key, row)
    end
  end)
end
each(function(game, version)
  if version == '0' then
    redis.call('ZREM', waiting, game)
  else
    redis.call('ZADD', waiting, version, game)
  end
end)
redis.call('HSET', generation, 'position', position, 'rows', counted())
redis.call('HINCRBY', generation, 'moves', 1)
return {'moved', now, redis.call('HGETALL', generation)}
