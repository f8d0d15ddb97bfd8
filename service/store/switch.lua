-- Make a shadow generation (complete new rows) the live one, and delete the former live generation. Called by service/store/projected.py.
--
-- KEYS  live generation · the rows of each projection · its waiting games, then the same keys of the shadow
-- ARGV  id of the shadow · its number of moves when the caller read it
-- Returns 1: the shadow is the live generation now, or was before this call · 0: nothing was done. The shadow has changed, is gone, or has
-- read less of the feed than the live generation.
local half = #KEYS / 2
local live, shadow = KEYS[1], KEYS[half + 1]
if redis.call('HGET', live, 'id') == ARGV[1] then
  return 1
end
local current = redis.call('HMGET', shadow, 'id', 'moves', 'position')
if current[1] ~= ARGV[1] or current[2] ~= ARGV[2] then
  return 0
end
if tonumber(redis.call('HGET', live, 'position') or '0') > tonumber(current[3]) then
  return 0
end
for i = 1, half do
  redis.call('UNLINK', KEYS[i])
  if redis.call('EXISTS', KEYS[half + i]) == 1 then
    redis.call('RENAME', KEYS[half + i], KEYS[i])
  end
end
return 1
