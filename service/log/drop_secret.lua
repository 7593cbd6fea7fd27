-- Deletes a secret that has no log, unless its log exists by now. One write.
-- Keys: {pNN}:m:<match>:log, :secret; repeated as arguments, as in append.lua.
if redis.call('EXISTS', ARGV[1]) == 1 then return 0 end
return redis.call('DEL', ARGV[2])
