-- Removes a log that is in cold storage, and its secret, if it ends as the archive says. One write.
-- Keys: {pNN}:m:<match>:log, :secret. Arguments: the version and the head of its last batch.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or string.match(last[1], '^%d+') ~= ARGV[1] or last[2][4] ~= ARGV[2] then return 0 end
return redis.call('UNLINK', KEYS[1], KEYS[2])
