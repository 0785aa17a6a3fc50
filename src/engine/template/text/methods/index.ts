import type { Builtin } from '../calls/signature.ts'
import { braceFormat, braceFormatMap } from '../format/brace.ts'
import { escapeValue } from '../values/html.ts'
import { textOf } from '../values/types.ts'
import {
  type Arguments,
  Callable,
  Dict,
  Float,
  type Host,
  Markup,
  Range,
  Tuple,
  type Value,
} from '../values/value.ts'
import { DICT_METHODS } from './dict.ts'
import { LIST_METHODS, TUPLE_METHODS } from './list.ts'
import { CASE_METHODS } from './text-case.ts'
import { PAD_METHODS } from './text-pad.ts'
import { SEARCH_METHODS } from './text-search.ts'
import { SPLIT_METHODS } from './text-split.ts'
import { TEST_METHODS } from './text-tests.ts'

function table(...groups: readonly Readonly<Record<string, Builtin>>[]): ReadonlyMap<string, Builtin> {
  return new Map(groups.flatMap((group) => Object.entries(group)))
}

const TEXT = table(CASE_METHODS, SEARCH_METHODS, SPLIT_METHODS, PAD_METHODS, TEST_METHODS, {
  format: (host, value, args) => braceFormat(host, textOf(value) ?? '', args),
  format_map: (host, value, args) => braceFormatMap(host, textOf(value) ?? '', args.positional[0] ?? null),
})
const LIST = table(LIST_METHODS)
const TUPLE = table(TUPLE_METHODS)
const DICT = table(DICT_METHODS)
const FLOAT = table({ is_integer: (_host, value) => value instanceof Float && Number.isInteger(value.value) })

function tableOf(value: Value): ReadonlyMap<string, Builtin> | undefined {
  if (textOf(value) !== undefined) return TEXT
  if (Array.isArray(value)) return LIST
  if (value instanceof Dict) return DICT
  if (value instanceof Tuple || value instanceof Range) return TUPLE
  return value instanceof Float ? FLOAT : undefined
}

/** The method `name` of a built-in value, bound to it; undefined when there is none. */
export function methodOf(value: Value, name: string): Callable | undefined {
  const method = tableOf(value)?.get(name)
  if (!method) return undefined
  return new Callable(name, (host, args) =>
    value instanceof Markup ? markupMethod(method, value, host, args) : method(host, value, args),
  )
}

/** Methods of escaped text escape their text arguments and give escaped text. */
function markupMethod(method: Builtin, value: Markup, host: Host, args: Arguments): Value {
  const escaped = (item: Value) => (textOf(item) === undefined ? item : escapeValue(item, host.budget))
  const namedArgs = new Map(Array.from(args.named, ([name, item]) => [name, escaped(item)]))
  const result = method(host, value, { positional: args.positional.map(escaped), named: namedArgs })
  const marked = (item: Value) => (typeof item === 'string' ? new Markup(item) : item)
  if (result instanceof Tuple) return new Tuple(result.items.map(marked))
  return Array.isArray(result) ? result.map(marked) : marked(result)
}
