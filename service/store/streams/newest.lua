-- Return the ids of a page of streams, newest first; nil when the stream in ARGV[2] is missing. Called by
-- service/store/streams/streams.py.
--
-- KEYS  the sorted set that lists the streams
-- ARGV  most streams on the page; 0: all · the last stream of the previous page, or empty for the first page
-- This is one script, because a stream that is opened between two commands would shift the ranks.
local from = 0
if ARGV[2] ~= '' then
  local rank = redis.call('ZREVRANK', KEYS[1], ARGV[2])
  if not rank then
    return nil
  end
  from = rank + 1
end
return redis.call('ZREVRANGE', KEYS[1], from, ARGV[1] == '0' and -1 or from + ARGV[1] - 1)
