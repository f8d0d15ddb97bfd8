-- Read rows of the live generation, and the version of the code (fold) that made them. Called by service/store/projected.py.
--
-- KEYS  generation · the rows of one projection      ARGV  keys of the rows to read; none: read all rows
-- Returns {fold or nil, rows}: with ARGV, the rows in the order of ARGV; without, keys and rows in turn.
-- This is one script, because another generation might replace this one between two commands.
local rows = #ARGV == 0 and redis.call('HGETALL', KEYS[2]) or redis.call('HMGET', KEYS[2], unpack(ARGV))
return {redis.call('HGET', KEYS[1], 'fold'), rows}
