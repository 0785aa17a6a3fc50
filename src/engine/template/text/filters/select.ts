import type { Builtin } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { methodOf } from '../methods/index.ts'
import { iterateItems } from '../values/sequences.ts'
import { textOf, truthy } from '../values/types.ts'
import { type Arguments, Dict, type Host, Lazy, Undefined, type Value } from '../values/value.ts'
import { attributeGetter } from './attributes.ts'

function* mapItems(host: Host, value: Value, args: Arguments): Generator<Value> {
  if (!truthy(value)) return
  const change = mapper(host, args)
  for (const item of iterateItems(value, host.budget)) yield change(item)
}

function mapper(host: Host, args: Arguments): (item: Value) => Value {
  if (args.positional.length === 0 && args.named.has('attribute')) {
    for (const name of args.named.keys()) {
      if (name !== 'attribute' && name !== 'default') fail(`Unexpected keyword argument '${name}'`)
    }
    return attributeGetter(host, args.named.get('attribute'), args.named.get('default'))
  }
  const [name, ...rest] = args.positional
  const filter = textOf(name ?? null) ?? fail('map requires a filter argument')
  return (item) => host.callFilter(filter, item, { positional: rest, named: args.named })
}

/** Keeps items whose test (or truth) equals `expected`; `byAttribute` tests an attribute. */
function selector(name: string, expected: boolean, byAttribute: boolean): Builtin {
  function* run(host: Host, value: Value, args: Arguments): Generator<Value> {
    if (!truthy(value)) return
    if (byAttribute && args.positional.length === 0) fail('Missing parameter for attribute name')
    const read = attributeGetter(host, byAttribute ? args.positional[0] : undefined)
    const [test, ...rest] = args.positional.slice(byAttribute ? 1 : 0)
    const testName =
      test === undefined ? undefined : (textOf(test) ?? fail('the name of a test must be text'))
    for (const item of iterateItems(value, host.budget)) {
      const tested = read(item)
      const passed =
        testName === undefined
          ? truthy(tested)
          : host.callTest(testName, tested, { positional: rest, named: args.named })
      if (passed === expected) yield item
    }
  }
  return (host, value, args) => new Lazy(name, run(host, value, args))
}

export const SELECT_FILTERS: Readonly<Record<string, Builtin>> = {
  map: (host, value, args) => new Lazy('sync_do_map', mapItems(host, value, args)),
  select: selector('sync_do_select', true, false),
  reject: selector('sync_do_reject', false, false),
  selectattr: selector('sync_do_selectattr', true, true),
  rejectattr: selector('sync_do_rejectattr', false, true),
  attr: (host, value, args) => {
    const name = textOf(args.positional[0] ?? null) ?? fail('attr needs an attribute name')
    const keyOnly = value instanceof Dict && methodOf(value, name) === undefined
    return keyOnly ? new Undefined(`'dict object' has no attribute '${name}'`) : host.attribute(value, name)
  },
}
