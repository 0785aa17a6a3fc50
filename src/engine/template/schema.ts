import { ExactNumber } from '../json/exact-number.ts'
import { Refusal } from '../refusal.ts'
import { namesIn } from './names.ts'
import type { Loc } from './places.ts'

/**
 * Variables inside a structured output schema. Only jinja2 works there.
 * Source: reference 4.6; docs features/prompt-registry/structured-outputs.
 */

/** How deep a response format may nest; beyond it the walk is refused rather than left to the stack. */
const MAX_DEPTH = 200

/** What a walk over a response format does with each kind of variable; each answer takes its place. */
export type SchemaMapper = {
  readonly text: (text: string, loc: Loc) => unknown
  /** `enum: {name, type: 'enum_variable'}` */
  readonly list: (name: string, loc: Loc, node: object) => unknown
  /** a field `{type: 'variable', name}` */
  readonly schema: (name: string, loc: Loc, node: object) => unknown
}

const HAS_JINJA = /\{[{%#]/

/**
 * Maps every variable in `value`, a response format or a part of one. Keys are left alone; so are
 * strings without a jinja2 delimiter.
 * @throws Refusal 'too_large' when the value nests more than 200 levels.
 */
export function mapSchema(value: unknown, loc: Loc, mapper: SchemaMapper, depth = 0): unknown {
  if (typeof value === 'string') return HAS_JINJA.test(value) ? mapper.text(value, loc) : value
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return value
  if (depth > MAX_DEPTH)
    throw new Refusal('too_large', `The schema nests more than ${MAX_DEPTH} levels`, { loc })
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => mapSchema(item, [...loc, index], mapper, depth + 1))
  }
  const { type, name } = value as { type?: unknown; name?: unknown }
  if (typeof name === 'string' && type === 'enum_variable') return mapper.list(name, loc, value)
  if (typeof name === 'string' && type === 'variable') return mapper.schema(name, loc, value)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapSchema(item, [...loc, key], mapper, depth + 1)]),
  )
}

/**
 * The names of the variables in `parameters.response_format`, each once, in order of appearance.
 * @throws Refusal 'invalid' when a jinja2 text in it does not parse; `data.loc` starts at the
 * parameters.
 */
export function schemaVariables(parameters: Readonly<Record<string, unknown>>): string[] {
  const names = new Set<string>()
  const add = (name: string): void => {
    names.add(name)
  }
  mapSchema(parameters['response_format'], ['response_format'], {
    list: add,
    schema: add,
    text: (text, loc) => namesIn(text, 'jinja2', loc).forEach(add),
  })
  return [...names]
}
