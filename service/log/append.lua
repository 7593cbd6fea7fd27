-- One batch onto the log of one match: everything or nothing.
-- Keys: {pNN}:m:<match>:log, :keys, :head, {pNN}:index; on opening also :secret, written with the first batch.
local log, keys, head, index, secret = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local expected, previous = tonumber(ARGV[1]), ARGV[2]              -- the version and head it was decided at
local key, fingerprint = ARGV[3], ARGV[4]                          -- idempotency key (seat in it) and what was asked
local match, new_head = ARGV[5], ARGV[6]
local first_entry = 8                                              -- ARGV[7] is the secret, the rest are entries

-- The key before the version: a repeated success must not look like a conflict.
local again = redis.call('HGET', keys, key)
if again then
  local mark, first, last = string.match(again, '^(.*) (%d+) (%d+)$')
  return {mark == fingerprint and 'again' or 'reused', tonumber(first), tonumber(last)}
end

local tail = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)
local at = #tail > 0 and tonumber(string.match(tail[1][1], '^%d+')) or 0
if at ~= expected or (redis.call('GET', head) or '') ~= previous then return {'conflict', at} end

local version = at
for i = first_entry, #ARGV do
  version = version + 1
  redis.call('XADD', log, string.format('%d-0', version), 'e', ARGV[i])
end
if secret then redis.call('SET', secret, ARGV[7]) end
redis.call('SET', head, new_head)
redis.call('HSET', keys, key, string.format('%s %d %d', fingerprint, at + 1, version))
redis.call('XADD', index, '*', 'm', match, 'v', string.format('%d', version))    -- a hint, never an order
return {'ok', at + 1, version}
