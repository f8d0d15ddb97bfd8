-- Rows of the live generation, and the fold that made them. Called by service/store/projected.py.
--
-- KEYS  generation · the rows of one projection      ARGV  keys of the rows; without any: all
-- Returns {fold or nil, rows in the order of their keys, or keys and rows in turn}. One script, because another generation may replace it.
local rows = #ARGV == 0 and redis.call('HGETALL', KEYS[2]) or redis.call('HMGET', KEYS[2], unpack(ARGV))
return {redis.call('HGET', KEYS[1], 'fold'), rows}
