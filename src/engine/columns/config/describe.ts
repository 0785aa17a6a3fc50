import { z } from 'zod'
import { mayCallOthers } from '../cost-group.ts'
import { columnTypes } from '../index.ts'
import type { ColumnTypeName } from '../names.ts'

export type ConfigFieldKind =
  | 'column'
  /** A list of columns. */
  | 'columns'
  /** Variable names, each with a column. */
  | 'mapping'
  /** Names, each with a text. */
  | 'texts'
  | 'line'
  | 'text'
  | 'pattern'
  | 'number'
  | 'switch'
  | 'choice'
  /** A list of texts. */
  | 'lines'
  | 'json'

/** One field of a config; `*` in its path means each item of a list. */
export interface ConfigField {
  readonly path: string
  readonly kind: ConfigFieldKind
  /** False if the config, or the enclosing object, must have the field. */
  readonly optional: boolean
  /** The default. */
  readonly defaultValue?: string | number | boolean
  readonly choices?: readonly string[]
  /** Bounds of a number, or of the length of a list. */
  readonly minimum?: number
  readonly maximum?: number
}

/** The subset of JSON Schema that config schemas use. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly means?: 'column' | 'pattern'
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxLength?: number
}

/** Texts with a longer limit get a multi-line editor. */
const LINE = 8_000

/** All fields of a type's config, from its schema. */
export function describeConfig(type: ColumnTypeName): readonly ConfigField[] {
  const { schema } = columnTypes[type].config
  if (!schema) return []
  return fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '')
}

function fieldsOf({ properties = {}, required = [] }: Schema, path: string): readonly ConfigField[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    fieldsAt(schema, `${path}${name}`, !required.includes(name)),
  )
}

function fieldsAt(schemaAtPath: Schema, path: string, isOptional: boolean): readonly ConfigField[] {
  const schema = withoutNull(schemaAtPath)
  if (schema.properties && !schema.anyOf) return fieldsOf(schema, `${path}.`)
  if (schema.items?.properties) return fieldsOf(schema.items, `${path}.*.`)
  return [
    {
      path,
      ...controlOf(schema),
      optional: isOptional,
      ...defaultOf(schemaAtPath.default ?? schema.default),
    },
  ]
}

function withoutNull(schema: Schema): Schema {
  if (Array.isArray(schema.type)) {
    const [type, ...others] = schema.type.filter((name) => name !== 'null')
    return others.length === 0 ? { ...schema, type } : { default: schema.default }
  }
  const rest = schema.anyOf?.filter(({ type }) => type !== 'null')
  return rest?.length === 1 ? withoutNull(rest[0]!) : schema
}

function controlOf(schema: Schema): Pick<ConfigField, 'kind' | 'choices' | 'minimum' | 'maximum'> {
  if (schema.means !== undefined) return { kind: schema.means }
  if (schema.enum) return { kind: 'choice', choices: schema.enum.map(String) }
  switch (schema.type) {
    case 'boolean':
      return { kind: schema.const === undefined ? 'switch' : 'json' }
    case 'integer':
    case 'number':
      return { kind: 'number', ...bounds(schema.minimum, schema.maximum) }
    case 'string':
      return { kind: (schema.maxLength ?? 0) > LINE ? 'text' : 'line' }
    case 'array':
      return listControl(schema)
    case 'object':
      return { kind: recordKind(schema.additionalProperties) }
    default:
      return { kind: 'json' }
  }
}

function listControl({
  items,
  minItems,
  maxItems,
}: Schema): Pick<ConfigField, 'kind' | 'minimum' | 'maximum'> {
  if (items?.means === 'column') return { kind: 'columns', ...bounds(minItems, maxItems) }
  return { kind: items?.type === 'string' ? 'lines' : 'json' }
}

function recordKind(values: Schema | boolean | undefined): ConfigFieldKind {
  if (typeof values !== 'object') return 'json'
  return values.means === 'column' ? 'mapping' : values.type === 'string' ? 'texts' : 'json'
}

function bounds(
  minimum: number | undefined,
  maximum: number | undefined,
): Pick<ConfigField, 'minimum' | 'maximum'> {
  const isFar = (bound: number) => Math.abs(bound) >= Number.MAX_SAFE_INTEGER
  return {
    ...(minimum !== undefined && !isFar(minimum) && { minimum }),
    ...(maximum !== undefined && !isFar(maximum) && { maximum }),
  }
}

function defaultOf(defaultValue: unknown): Pick<ConfigField, 'defaultValue'> {
  return typeof defaultValue === 'string' ||
    typeof defaultValue === 'number' ||
    typeof defaultValue === 'boolean'
    ? { defaultValue }
    : {}
}

/** Types that cost money or call other systems. */
export const paidTypeNames = (): readonly ColumnTypeName[] =>
  (Object.keys(columnTypes) as ColumnTypeName[]).filter((type) => mayCallOthers(columnTypes[type].cost))
