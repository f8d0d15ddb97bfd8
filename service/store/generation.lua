-- Return the epoch (epoch.lua) and what is stored about one generation of rows. Called by service/store/projected.py.
--
-- KEYS  generation
-- Returns {epoch, HGETALL of the generation}
return {epoch(), redis.call('HGETALL', KEYS[1])}
