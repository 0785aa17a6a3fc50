import { type Builtin, flagArg, takes } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { equals, order } from '../values/compare.ts'
import { safeInt } from '../values/numbers.ts'
import { itemsOf, toList } from '../values/sequences.ts'
import { type Host, NO_ARGUMENTS, TemplateObject, type Value } from '../values/value.ts'

function onList(
  spec: string,
  run: (list: Value[], bound: readonly (Value | undefined)[], host: Host) => Value,
): Builtin {
  return takes(spec, (host, value, bound) => run(value as Value[], bound, host))
}

/** Items that `splice` moves in the time of one step of the budget. */
const itemsMovedPerStep = 16

function position(list: readonly Value[], index: Value | undefined, fallback: number): number {
  const offset = index === undefined ? fallback : safeInt(index, 'index')
  return offset < 0 ? offset + list.length : offset
}

function indexIn(items: readonly Value[], target: Value, host: Host): number {
  return items.findIndex((item) => equals(item, target, host.budget))
}

function mustIndex(items: readonly Value[], target: Value, host: Host): number {
  const index = indexIn(items, target, host)
  return index < 0 ? fail('value is not in list') : index
}

/** Sorts like Python's `sorted`: stable, also when reversed; fails for values that cannot be ordered. */
export function sortBy(
  items: readonly Value[],
  keyOf: (item: Value) => Value,
  reverse: boolean,
  host: Host,
): Value[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  const sign = reverse ? -1 : 1
  keyed.sort((a, b) => sign * (order(a.key, b.key, '<', host.budget) || 0))
  return keyed.map((entry) => entry.item)
}

function sortInPlace(list: Value[], [key, reverse]: readonly (Value | undefined)[], host: Host): Value {
  const call = key instanceof TemplateObject && key.callable ? key : undefined
  const keyOf = (item: Value) => {
    const sortKey = call?.call(host, { ...NO_ARGUMENTS, positional: [item] })
    return sortKey === undefined ? item : sortKey
  }
  const sorted = sortBy(list, keyOf, flagArg(reverse), host)
  for (let index = 0; index < sorted.length; index++) list[index] = sorted[index]!
  return null
}

const READ_METHODS: Readonly<Record<string, Builtin>> = {
  index: takes('value start?', (host, value, [target, start]) => {
    const items = itemsOf(value) ?? toList(value, host.budget)
    const from = Math.max(0, position(items, start, 0))
    host.budget.step(items.length)
    return from + mustIndex(items.slice(from), target ?? null, host)
  }),
  count: takes('value', (host, value, [target]) => {
    const items = itemsOf(value) ?? toList(value, host.budget)
    return items.filter((item) => equals(item, target ?? null, host.budget)).length
  }),
}

/** Methods of tuples and ranges. */
export const TUPLE_METHODS = READ_METHODS

/** Mutating methods are allowed, because every list belongs to the render, never to the caller. */
export const LIST_METHODS: Readonly<Record<string, Builtin>> = {
  ...READ_METHODS,
  append: onList('object', (list, [item]) => {
    list.push(item ?? null)
    return null
  }),
  extend: onList('iterable', (list, [items], host) => {
    for (const item of toList(items ?? null, host.budget)) list.push(item)
    return null
  }),
  insert: onList('index object', (list, [index, item], host) => {
    host.budget.step(Math.floor(list.length / itemsMovedPerStep))
    list.splice(Math.max(0, position(list, index, 0)), 0, item ?? null)
    return null
  }),
  pop: onList('index?', (list, [index], host) => {
    const at = position(list, index, -1)
    if (at < 0 || at >= list.length)
      fail(list.length === 0 ? 'pop from empty list' : 'pop index out of range')
    host.budget.step(Math.floor(list.length / itemsMovedPerStep))
    return list.splice(at, 1)[0]!
  }),
  remove: onList('value', (list, [item], host) => {
    list.splice(mustIndex(list, item ?? null, host), 1)
    return null
  }),
  clear: onList('', (list) => {
    list.length = 0
    return null
  }),
  copy: onList('', (list, _given, host) => toList(list, host.budget)),
  reverse: onList('', (list, _given, host) => {
    host.budget.step(list.length)
    list.reverse()
    return null
  }),
  sort: takes('key? reverse?', (host, value, bound) => sortInPlace(value as Value[], bound, host)),
}
