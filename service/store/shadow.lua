-- The shadow generation of a club: the one that was begun with this fold, else a new one without rows.
-- Called by service/store/projected.py.
--
-- KEYS  generation · the rows of each projection · waiting      ARGV  id of a new one · fold · numbers of rows of a new one
-- Returns the HGETALL of the generation.
if redis.call('HGET', KEYS[1], 'fold') ~= ARGV[2] then
  redis.call('UNLINK', unpack(KEYS))
  redis.call('HSET', KEYS[1], 'id', ARGV[1], 'fold', ARGV[2], 'position', 0, 'moves', 0, 'rows', ARGV[3])
end
return redis.call('HGETALL', KEYS[1])
