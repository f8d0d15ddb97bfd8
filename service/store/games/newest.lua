-- Return the ids of a page of games, newest first; nil when the game in ARGV[2] is missing. Called by service/store/games/records.py.
--
-- KEYS  games      ARGV  most games on the page · the last game of the previous page, or empty for the first page
-- A game that is opened between two commands would shift the ranks.
local from = 0
if ARGV[2] ~= '' then
  local rank = redis.call('ZREVRANK', KEYS[1], ARGV[2])
  if not rank then
    return nil
  end
  from = rank + 1
end
return redis.call('ZREVRANGE', KEYS[1], from, from + ARGV[1] - 1)
