-- Renew a relay's row, and return the rows of all relays that live. The server's clock counts, since machines may differ. A row from the
-- future was written before another server, whose clock is behind, took over: it ends, too. Called by service/store/relays.py.
--
-- KEYS  rows of relays
-- ARGV  after how many milliseconds a row that was not renewed ends · id of the relay, and what it says of itself; neither: only read
--
-- Returns the ids of the relays that live, each with what it says of itself.
local rows = KEYS[1]
local most, id, said = unpack(ARGV)

local seconds, micros = unpack(redis.call('TIME'))
local now = seconds * 1000 + math.floor(micros / 1000)
if id then
  redis.call('HSET', rows, id, string.format('%d %s', now, said))
end
local living, all = {}, redis.call('HGETALL', rows)
for i = 1, #all, 2 do
  local at, told = string.match(all[i + 1], '^(%d+) (.*)$')
  if math.abs(now - at) <= tonumber(most) then
    table.insert(living, all[i])
    table.insert(living, told)
  elseif id then
    redis.call('HDEL', rows, all[i])
  end
end
return living
