-- Appends one batch to the log of one match, in one write: a server stores it whole or not at all, however it fails.
-- Keys: {pNN}:m:<match>:log, and on opening :secret. They are repeated as arguments, because in a cluster only the keys
-- are declared that must be on the server that runs the script.
local log, secret = ARGV[1], ARGV[2]
local expected, previous = ARGV[3], ARGV[4]                        -- the version and head it was decided at
local version, batch, head, mark = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local decided_with = ARGV[9]                                       -- the secret, on opening

local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
local at = last and string.match(last[1], '^%d+') or '0'
if at ~= expected or (last and last[2][4] or '') ~= previous then return {'conflict', tonumber(at)} end
if at == '0' and redis.call('GET', secret) ~= decided_with then return {'no-secret'} end
redis.call('XADD', log, version .. '-0', 'b', batch, 'h', head, 'k', mark)
return {'ok'}
