-- A page of games, newest first. KEYS games   ARGV  number of games · the game that the page follows, or empty
-- Returns the ids, or nil when that game is missing. One script, because a game opened meanwhile would shift the ranks.
local from = 0
if ARGV[2] ~= '' then
  local rank = redis.call('ZREVRANK', KEYS[1], ARGV[2])
  if not rank then
    return nil
  end
  from = rank + 1
end
return redis.call('ZREVRANGE', KEYS[1], from, from + ARGV[1] - 1)
