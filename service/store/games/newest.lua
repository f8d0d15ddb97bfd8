-- A page of games, newest first. KEYS games   ARGV  number of games · the game to go on after, or empty
-- Returns the ids, or nil where the game to go on after is not there. One script, for a game opened meanwhile would shift the ranks.
local from = 0
if ARGV[2] ~= '' then
  local rank = redis.call('ZREVRANK', KEYS[1], ARGV[2])
  if not rank then
    return nil
  end
  from = rank + 1
end
return redis.call('ZREVRANGE', KEYS[1], from, from + ARGV[1] - 1)
