import { textOf } from '../values/types.ts'
import { type Host, Undefined, type Value } from '../values/value.ts'

/** Reads an attribute path of an item, e.g. `address.city` or `0.name`. */
type Getter = (item: Value) => Value

/** Builds a getter from a filter's `attribute` argument; none gives the item itself. */
export function attributeGetter(host: Host, attribute: Value | undefined, fallback?: Value): Getter {
  const parts = pathOf(attribute ?? null)
  return (item) => {
    let value = item
    for (const part of parts) {
      host.budget.step()
      value = host.item(value, part)
      if (fallback !== undefined && fallback !== null && value instanceof Undefined) value = fallback
    }
    return value
  }
}

/** Builds a getter of sort keys from `'a,b.c'`: a list with one value per comma-separated path. */
export function sortKeyGetter(host: Host, attribute: Value | undefined, caseSensitive: boolean): Getter {
  const text = textOf(attribute ?? null)
  const getters = (text === undefined ? [attribute] : text.split(',')).map((path) =>
    attributeGetter(host, path),
  )
  return (item) => getters.map((get) => (caseSensitive ? get(item) : lowerCaseIfText(get(item))))
}

export function lowerCaseIfText(value: Value): Value {
  return textOf(value)?.toLowerCase() ?? value
}

function pathOf(attribute: Value): Value[] {
  if (attribute === null) return []
  const text = textOf(attribute)
  if (text === undefined) return [attribute]
  return text.split('.').map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : part))
}
