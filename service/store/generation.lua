-- Return the epoch and what is stored about one generation of rows. Called by service/store/projected.py.
--
-- The epoch is the name that the server gives to the history of its data. It gets another one when it starts and when a replica takes over.
-- Then the newest data may be missing, and a number in the feed may soon stand for another change.
--
-- KEYS  generation
-- Returns {epoch, HGETALL of the generation}
return {string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)'), redis.call('HGETALL', KEYS[1])}
