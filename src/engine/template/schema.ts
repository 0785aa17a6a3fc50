import { ExactNumber } from '../json/exact-number.ts'
import { Refusal } from '../refusal.ts'
import type { Loc } from './map-texts.ts'
import { namesIn } from './names.ts'

/**
 * Variables inside a structured output schema. Only jinja2 works there.
 * Source: reference 4.6; docs features/prompt-registry/structured-outputs.
 */

/** Maximum depth of a response format, to protect the stack. */
const MAX_DEPTH = 200

/** Callbacks for each kind of variable in a response format; the results replace them. */
export type SchemaMapper = {
  readonly text: (text: string, loc: Loc) => unknown
  /** `enum: {name, type: 'enum_variable'}` */
  readonly list: (name: string, loc: Loc, node: object) => unknown
  /** a field `{type: 'variable', name}` */
  readonly schema: (name: string, loc: Loc, node: object) => unknown
}

const HAS_JINJA = /\{[{%#]/

/**
 * Maps every variable in `value`, a response format or part of one. Keys, and strings without a jinja2 delimiter, stay
 * unchanged.
 * @throws Refusal 'too_large' above 200 levels.
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
 * The variable names in `parameters.response_format`, in order of appearance.
 * @throws Refusal 'invalid' for invalid jinja2; `data.loc` starts at the parameters.
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
