import { type Builtin, takes } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { hashOf } from '../values/dict.ts'
import { repr } from '../values/repr.ts'
import { iterateItems, toList } from '../values/sequences.ts'
import { type Arguments, Dict, DictView, type Host, Tuple, type Value } from '../values/value.ts'

function onDict(
  spec: string,
  run: (dict: Dict, bound: readonly (Value | undefined)[], host: Host) => Value,
): Builtin {
  return takes(spec, (host, value, bound) => run(value as Dict, bound, host))
}

/** Adds pairs to a dict: from another dict or an iterable of pairs, then from keyword arguments. */
export function updateDict(dict: Dict, args: Arguments, host: Host): void {
  if (args.positional.length > 1) fail('expected at most 1 argument')
  const source = args.positional[0]
  if (source instanceof Dict) {
    host.budget.step(source.size)
    for (const [hash, { key, value }] of source.entries) dict.set(hash, key, value)
  } else if (source !== undefined) {
    for (const pair of iterateItems(source, host.budget)) {
      const [key, value, ...more] = toList(pair, host.budget)
      if (key === undefined || value === undefined || more.length > 0)
        fail('dictionary update sequence needs pairs')
      else dict.set(hashOf(key, host.budget), key, value)
    }
  }
  for (const [name, value] of args.named) dict.setText(name, value)
}

/** Mutating methods are allowed, because every dict belongs to the render, never to the caller. */
export const DICT_METHODS: Readonly<Record<string, Builtin>> = {
  keys: onDict('', (dict) => new DictView(dict, 'keys')),
  values: onDict('', (dict) => new DictView(dict, 'values')),
  items: onDict('', (dict) => new DictView(dict, 'items')),
  get: onDict('key default?', (dict, [key, fallback], host) => {
    const value = dict.get(hashOf(key ?? null, host.budget))
    return value === undefined ? (fallback ?? null) : value
  }),
  setdefault: onDict('key default?', (dict, [key, fallback], host) => {
    const hash = hashOf(key ?? null, host.budget)
    if (!dict.entries.has(hash)) dict.set(hash, key ?? null, fallback ?? null)
    return dict.get(hash) ?? null
  }),
  pop: onDict('key default?', (dict, [key, fallback], host) => {
    const hash = hashOf(key ?? null, host.budget)
    const value = dict.get(hash)
    dict.entries.delete(hash)
    if (value !== undefined) return value
    return fallback === undefined ? fail(`KeyError: ${repr(key ?? null, host.budget)}`) : fallback
  }),
  popitem: onDict('', (dict, _given, host) => {
    host.budget.step(dict.size)
    const [hash, entry] = Array.from(dict.entries).at(-1) ?? fail('popitem(): dictionary is empty')
    dict.entries.delete(hash)
    return new Tuple([entry.key, entry.value])
  }),
  clear: onDict('', (dict) => {
    dict.entries.clear()
    return null
  }),
  copy: onDict('', (dict, _given, host) => {
    const copy = new Dict()
    updateDict(copy, { positional: [dict], named: new Map() }, host)
    return copy
  }),
  update: (host, value, args) => {
    updateDict(value as Dict, args, host)
    return null
  },
}
