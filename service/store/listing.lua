-- Find the newest games of a club that match a filter, from the keys of LISTS. Called by service/caches/listing.py.
--
-- KEYS  generation · its keys of LISTS · its waiting games · feed · parked games · games that spectators see late
-- ARGV  fold (version of the code) · time in ms · most games that may have changed · most keys of a range · the end of the keys of the last
--       game on the previous page (empty: first page), then the choices. Each choice is the number of its ranges, and the beginning of the
--       keys of each range.
--
-- Returns nil if the keys cannot be used: another fold made them, or too much has changed since they were made. Otherwise returns {what
-- each feed entry that the rows do not include yet is about, games that may have changed, a list of keys for each range}. The choice with
-- the fewest keys is taken. The keys are right for every game that has not changed. This is one script, because games may leave a range
-- between two commands.
local generation, keys, waiting, feed, parked, delayed = unpack(KEYS)
local fold, now, most, limit, before = unpack(ARGV, 1, 5)
most = tonumber(most)

local current = redis.call('HMGET', generation, 'fold', 'position')
if current[1] ~= fold then
  return nil
end
local tail = redis.call('XRANGE', feed, string.format('%d-0', current[2] + 1), '+', 'COUNT', most + 1)
local late = redis.call('ZRANGEBYSCORE', delayed, now, '+inf', 'LIMIT', 0, most + 1)
if #tail + #late + redis.call('ZCARD', waiting) + redis.call('HLEN', parked) > most then
  return nil
end
local pointers, changed = {}, redis.call('ZRANGE', waiting, 0, -1)
for i, entry in ipairs(tail) do
  pointers[i] = entry[2][2]
end
for _, games in ipairs({redis.call('HKEYS', parked), late}) do
  for _, game in ipairs(games) do
    changed[#changed + 1] = game
  end
end

local function bounds(from)
  return before == '' and '(' .. string.sub(from, 1, -2) .. '\1' or '(' .. from .. before, '[' .. from
end

local chosen, fewest
local at = 6
while at <= #ARGV do
  local choice, size = {unpack(ARGV, at + 1, at + ARGV[at])}, 0
  for _, from in ipairs(choice) do
    local top, bottom = bounds(from)
    size = size + redis.call('ZLEXCOUNT', keys, bottom, top)
  end
  if not fewest or size < fewest then
    chosen, fewest = choice, size
  end
  at = at + ARGV[at] + 1
end

local found = {}
for i, from in ipairs(chosen) do
  local top, bottom = bounds(from)
  found[i] = redis.call('ZREVRANGEBYLEX', keys, top, bottom, 'LIMIT', 0, limit)
end
return {pointers, changed, found}
