// Lua scripts, each run atomically by Redis. All keys begin with the given prefix.

export interface Script {
  readonly text: string;
}

/**
 * The lists of a table. A table is in several lists (of a status, of a game …); each is a sorted set of groups
 * (an address with waiting players, or a host), and each group a sorted set of its tables. So a page of a list
 * is taken from many groups, however many tables one of them has. `t:<process>` has the tables of a process: by
 * match id, its lists and, after a line feed, its line.
 */
const PLACES = `
local prefix = ARGV[1]
local function place_of(value)
  return cjson.decode(string.sub(value, 1, string.find(value, '\\n', 1, true) - 1))
end
local function remove(process, id, value)
  local known, place = pcall(place_of, value)
  -- Written by another program: its lists are unknown.
  if not known then return end
  for _, at in ipairs(place.lists) do
    local list, name = prefix .. at[1], place.group
    redis.call('ZREM', list .. '|' .. name, process .. ':' .. id)
    local first = redis.call('ZRANGE', list .. '|' .. name, 0, 0, 'WITHSCORES')
    if first[1] then redis.call('ZADD', list, first[2], name) else redis.call('ZREM', list, name) end
  end
end
local function insert(process, id, value)
  local place = place_of(value)
  for _, at in ipairs(place.lists) do
    redis.call('ZADD', prefix .. at[1] .. '|' .. place.group, at[2], process .. ':' .. id)
    redis.call('ZADD', prefix .. at[1], 'LT', at[2], place.group)
  end
end
`;

/** `processes`: each one's latest sign of life, by the clock of Redis. */
const ALIVE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', ARGV[1] .. 'processes', now, ARGV[2])
`;

/**
 * prefix, process, then for each table its match id and value; an empty value removes it. A process that was
 * taken for dead may still do this; as this is a sign of life, its tables will be removed again.
 */
export const PUT: Script = {
  text: `${PLACES}${ALIVE}
local process = ARGV[2]
local tables = prefix .. 't:' .. process
for i = 3, #ARGV, 2 do
  local id, value = ARGV[i], ARGV[i + 1]
  local before = redis.call('HGET', tables, id)
  if before and before ~= value then remove(process, id, before) end
  if value == '' then
    redis.call('HDEL', tables, id)
  else
    redis.call('HSET', tables, id, value)
    insert(process, id, value)
  end
end
return 1`,
};

/** prefix, process: the match ids of its tables. */
export const KNOWN: Script = {
  text: `return redis.call('HKEYS', ARGV[1] .. 't:' .. ARGV[2])`,
};

/** prefix, process, most: removes up to this many tables of a process; returns how many are left. */
export const SWEEP: Script = {
  text: `${PLACES}
local process, most = ARGV[2], tonumber(ARGV[3])
local tables = prefix .. 't:' .. process
local some = redis.call('HRANDFIELD', tables, most, 'WITHVALUES')
for i = 1, #some, 2 do
  remove(process, some[i], some[i + 1])
  redis.call('HDEL', tables, some[i])
end
local left = redis.call('HLEN', tables)
if left == 0 then redis.call('ZREM', prefix .. 'processes', process) end
return left`,
};

/**
 * prefix, list, most, per address, per host, then the living processes: tables of the list with waiting
 * players, and if these are not enough, those without. Equally many from each group; each as its process and
 * line.
 */
export const FIND: Script = {
  text: `
local prefix, list, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
local alive = {}
for i = 6, #ARGV do alive[ARGV[i]] = true end
local found, count = {}, 0
local function walk(list, per)
  local groups = redis.call('ZRANGE', list, 0, most - 1)
  local each = math.min(per, math.ceil(most / math.max(1, #groups)))
  for _, name in ipairs(groups) do
    for _, member in ipairs(redis.call('ZRANGE', list .. '|' .. name, 0, each - 1)) do
      local process, id = string.match(member, '^(%d+):(.*)$')
      local value = alive[process] and redis.call('HGET', prefix .. 't:' .. process, id)
      local at = value and string.find(value, '\\n', 1, true)
      if at then
        count = count + 1
        found[#found + 1] = process
        found[#found + 1] = string.sub(value, at + 1)
      end
    end
  end
end
walk(prefix .. list .. '|a', tonumber(ARGV[4]))
if count < most then walk(prefix .. list .. '|u', tonumber(ARGV[5])) end
return found`,
};

/**
 * prefix, process, milliseconds: a sign of life. Returns how many of its tables are known, how many in total,
 * and the processes that have been silent for that long.
 */
export const BEAT: Script = {
  text: `${ALIVE}
local prefix, process = ARGV[1], ARGV[2]
local processes = prefix .. 'processes'
local all = 0
for _, one in ipairs(redis.call('ZRANGE', processes, 0, -1)) do
  all = all + redis.call('HLEN', prefix .. 't:' .. one)
end
local silent = redis.call('ZRANGE', processes, '-inf', now - tonumber(ARGV[3]), 'BYSCORE')
return { redis.call('HLEN', prefix .. 't:' .. process), all, silent }`,
};

/**
 * prefix, then for each budget its key, the use since the last report, its amount and its refill per
 * millisecond: token buckets by the clock of Redis. Returns what is left of each; negative if several processes
 * used it at the same time, so that they wait longer.
 */
export const SPEND: Script = {
  text: `
local prefix = ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local left = {}
for i = 2, #ARGV, 4 do
  local key = prefix .. 'r:' .. ARGV[i]
  local spent, amount, per_ms = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3])
  local tokens = amount
  local before = redis.call('GET', key)
  if before then
    local had, at = string.match(before, '^(%-?[%d.]+) ([%d.]+)$')
    had, at = tonumber(had), tonumber(at)
    -- Otherwise another program wrote it.
    if had and at then tokens = math.min(amount, had + math.max(0, now - at) * per_ms) end
  end
  tokens = math.max(-amount, tokens - spent)
  local full = math.ceil((amount - tokens) / per_ms)
  if full > 0 then
    redis.call('SET', key, string.format('%.6f %.3f', tokens, now), 'PX', full)
  end
  left[#left + 1] = string.format('%.6f', tokens)
end
return left`,
};

/**
 * prefix, process, milliseconds, whether this process starts from zero (1 or 0), number of other processes,
 * these, then for each key this process's count. Returns the number of keys with a count of this process, and
 * the others' counts of each; counts of a process expire after that time of silence.
 */
export const COUNT: Script = {
  text: `
local prefix, process, others = ARGV[1], ARGV[2], tonumber(ARGV[5])
local mine = prefix .. 'n:' .. process
if ARGV[4] == '1' then redis.call('DEL', mine) end
local elsewhere = {}
for i = 6 + others, #ARGV, 2 do
  local key, here = ARGV[i], tonumber(ARGV[i + 1])
  if here > 0 then redis.call('HSET', mine, key, here) else redis.call('HDEL', mine, key) end
  local sum = 0
  for other = 6, 5 + others do
    sum = sum + (tonumber(redis.call('HGET', prefix .. 'n:' .. ARGV[other], key) or 0))
  end
  elsewhere[#elsewhere + 1] = sum
end
redis.call('PEXPIRE', mine, ARGV[3])
return { redis.call('HLEN', mine), elsewhere }`,
};

/** A key, a text and milliseconds: whether it is kept now; 0: something else is. */
export const KEEP: Script = {
  text: `return redis.call('SET', ARGV[1], ARGV[2], 'NX', 'PX', ARGV[3]) and 1 or 0`,
};

/** A key: what is kept there. */
export const KEPT: Script = { text: `return redis.call('GET', ARGV[1])` };

/**
 * prefix, cursor, count: looks through some keys, and removes ours that have another type than we give them.
 * Returns the next cursor, `0` at the end, and how many were removed.
 */
export const REPAIR: Script = {
  text: `
local prefix = ARGV[1]
local page = redis.call('SCAN', ARGV[2], 'MATCH', prefix .. '*', 'COUNT', ARGV[3])
local ours = { ['t:'] = 'hash', ['n:'] = 'hash', ['r:'] = 'string', ['k:'] = 'string' }
local removed = 0
for _, key in ipairs(page[2]) do
  local wanted = ours[string.sub(key, #prefix + 1, #prefix + 2)] or 'zset'
  local is = redis.call('TYPE', key).ok
  -- It may have expired since.
  if is ~= wanted and is ~= 'none' then removed = removed + redis.call('UNLINK', key) end
end
return { page[1], removed }`,
};
