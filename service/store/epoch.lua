-- Goes before the scripts that call epoch().
--
-- The epoch is the name that the server gives to the history of its data. It gets another one when it starts and when a replica takes over.
-- Then the newest data may be missing, and a number in the feed may soon stand for another change.
--
-- Returns the epoch; an empty string if the server does not tell it: a server may forbid INFO.
local function epoch()
  local told = redis.pcall('INFO', 'replication')
  return type(told) == 'string' and string.match(told, 'master_replid:(%x+)') or ''
end
