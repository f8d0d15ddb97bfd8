-- Return the shadow generation of a club (rows that are being made) if this version of the code (fold) makes it. Otherwise delete it and
-- begin a new one without rows.
-- Called by service/store/projected.py.
--
-- KEYS  generation · the rows of each projection · waiting games
-- ARGV  id for a new generation · fold · the numbers of rows of a new generation (zeros)
-- Returns the same as generation.lua.
if redis.call('HGET', KEYS[1], 'fold') ~= ARGV[2] then
  redis.call('UNLINK', unpack(KEYS))
  redis.call('HSET', KEYS[1], 'id', ARGV[1], 'fold', ARGV[2], 'position', 0, 'moves', 0, 'rows', ARGV[3])
end
return {epoch(), redis.call('HGETALL', KEYS[1])}
