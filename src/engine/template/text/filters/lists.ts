import { type Builtin, flagArg, takes, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { sortBy } from '../methods/list.ts'
import { equals } from '../values/compare.ts'
import { hashOf } from '../values/dict.ts'
import { iterate, iterateItems, reverseItems, toList } from '../values/sequences.ts'
import { textOf, typeName } from '../values/types.ts'
import { Dict, type Host, Lazy, Tuple, Undefined, type Value } from '../values/value.ts'
import { attributeGetter, lowerCaseIfText, sortKeyGetter } from './attributes.ts'

function* unique(value: Value, keyOf: (item: Value) => Value, host: Host): Generator<Value> {
  const hashes = new Set<unknown>()
  for (const item of iterateItems(value, host.budget)) {
    const hash = hashOf(keyOf(item), host.budget)
    if (hashes.has(hash)) continue
    hashes.add(hash)
    yield item
  }
}

function groupBy(host: Host, value: Value, bound: readonly (Value | undefined)[]): Value {
  const [attribute, fallback, caseSensitive] = bound
  const read = attributeGetter(host, attribute, fallback)
  const keyOf = flagArg(caseSensitive) ? read : (item: Value) => lowerCaseIfText(read(item))
  const groups: { key: Value; items: Value[] }[] = []
  for (const item of sortBy(toList(value, host.budget), keyOf, false, host)) {
    const key = keyOf(item)
    const last = groups.at(-1)
    if (last && equals(last.key, key, host.budget)) last.items.push(item)
    else groups.push({ key, items: [item] })
  }
  return groups.map(({ items }) => new Tuple([read(items[0]!), items], ['grouper', 'list']))
}

function dictSort(host: Host, value: Value, bound: readonly (Value | undefined)[]): Value {
  const [caseSensitive, by, reverse] = bound
  if (value instanceof Undefined) fail(value.message)
  if (!(value instanceof Dict)) return fail(`dictsort needs a dict, not ${typeName(value)}`)
  const part = ['key', 'value'].indexOf(textArg(by, 'by', 'key'))
  if (part < 0) fail('You can only sort by either "key" or "value"')
  host.budget.step(value.size)
  const keyOf = (item: Value) => {
    const key = (item as Tuple).items[part]!
    return flagArg(caseSensitive) ? key : lowerCaseIfText(key)
  }
  return sortBy(Array.from(value.items()), keyOf, flagArg(reverse), host)
}

function reverse(host: Host, value: Value): Value {
  const text = textOf(value)
  if (text !== undefined) return Array.from(text).reverse().join('')
  const items =
    value instanceof Lazy ? toList(value, host.budget).reverse() : reverseItems(value, host.budget)
  return value instanceof Lazy ? items : new Lazy('reversed', items[Symbol.iterator]())
}

function first(_host: Host, value: Value): Value {
  const next = iterate(value).next()
  return next.done ? new Undefined('No first item, sequence was empty.') : next.value
}

export const LIST_FILTERS: Readonly<Record<string, Builtin>> = {
  list: takes('', (host, value) => toList(value, host.budget)),
  first: takes('', first),
  last: takes('', (host, value) => {
    const last = Array.isArray(value) ? value.at(-1) : reverseItems(value, host.budget)[0]
    return last === undefined ? new Undefined('No last item, sequence was empty.') : last
  }),
  reverse: takes('', reverse),
  unique: takes('case_sensitive? attribute?', (host, value, [caseSensitive, attribute]) => {
    const read = attributeGetter(host, attribute)
    const keyOf = flagArg(caseSensitive) ? read : (item: Value) => lowerCaseIfText(read(item))
    return new Lazy('sync_do_unique', unique(value, keyOf, host))
  }),
  sort: takes(
    'reverse? case_sensitive? attribute?',
    (host, value, [descending, caseSensitive, attribute]) => {
      const keyOf = sortKeyGetter(host, attribute, flagArg(caseSensitive))
      return sortBy(toList(value, host.budget), keyOf, flagArg(descending), host)
    },
  ),
  groupby: takes('attribute default? case_sensitive?', groupBy),
  dictsort: takes('case_sensitive? by? reverse?', dictSort),
  items: takes('', (_host, value) => {
    if (value instanceof Undefined) return new Lazy('do_items', [][Symbol.iterator]())
    if (!(value instanceof Dict)) return fail('Can only get item pairs from a mapping.')
    return new Lazy('do_items', value.items())
  }),
  random: takes('', () => fail('The random filter is not supported: rendering is repeatable')),
}
