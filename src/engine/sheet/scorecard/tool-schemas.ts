import { SchemaCheck } from '../../columns/json-schema/check.ts'
import { keywordProblem } from '../../columns/json-schema/keyword-values.ts'
import { type PreparedSchema, prepareSchema, SchemaError } from '../../columns/json-schema/prepare.ts'
import { isBlank, isObject, toJson } from '../../columns/values/coercions.ts'
import type { ToolCall } from '../../columns/values/tool-calls.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { PatternBudgetError } from '../../patterns/pattern-error.ts'

/** The schema of a tool's arguments: any arguments, a prepared schema, or why the schema cannot be used. */
export type ToolSchema =
  | { readonly kind: 'any' }
  | { readonly kind: 'schema'; readonly schema: PreparedSchema }
  | { readonly kind: 'unusable'; readonly message: string }

export type ToolSchemas = ReadonlyMap<string, ToolSchema>

/** Schemas by the names of their tools; null if a definition has no name. */
export function readToolSchemas(schemas: Json): ToolSchemas | null {
  const entries = Array.isArray(schemas)
    ? schemas.map((definition: Json) => [nameIn(definition), definition] as const)
    : Object.entries(schemas as JsonObject)
  if (entries.some(([name]) => name === null)) return null
  return new Map(entries.map(([name, definition]) => [name!, toolSchema(definition)]))
}

/** A definition may be in OpenAI's form, with `function` around it. */
const inner = (definition: Json): Json =>
  isObject(definition) && isObject(definition['function']) ? definition['function'] : definition

function nameIn(definition: Json): string | null {
  const described = inner(definition)
  return isObject(described) && typeof described['name'] === 'string' ? described['name'] : null
}

/** Keys of the arguments' schema in the definitions of OpenAI, Anthropic and MCP. */
const schemaKeys = ['parameters', 'input_schema', 'inputSchema'] as const

function toolSchema(definition: Json): ToolSchema {
  const described = inner(definition)
  if (!isObject(described)) return described === false ? prepare(false) : { kind: 'any' }
  const key = schemaKeys.find((name) => isObject(described[name] ?? null))
  if (key !== undefined) return prepare(described[key]!)
  // An object of schemas by name may have the schemas themselves.
  return typeof described['name'] === 'string' || described !== definition
    ? { kind: 'any' }
    : prepare(described)
}

function prepare(schema: Json): ToolSchema {
  try {
    return { kind: 'schema', schema: prepareSchema(schema, keywordProblem) }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return { kind: 'unusable', message: error.message }
  }
}

/** An error in the arguments of a call. `isUnknown`: the arguments cannot be judged, so the call is not valid either. */
export interface ArgumentProblem {
  readonly message: string
  readonly isUnknown: boolean
}

/** Null if the arguments of the call match the schema of its tool. */
export function argumentProblem({ name, input }: ToolCall, schema: ToolSchema): ArgumentProblem | null {
  if (schema.kind === 'any') return null
  const unknown = (message: string): ArgumentProblem => ({ message, isUnknown: true })
  if (schema.kind === 'unusable') return unknown(`the schema of ${name} cannot be used: ${schema.message}`)
  if (input === undefined || input === null) return unknown(`the arguments of ${name} are missing`)
  // Providers send an empty text for a call without arguments.
  const parsed = isBlank(input) ? {} : toJson(input)
  if (parsed === undefined) return { message: `the arguments of ${name} are not JSON`, isUnknown: false }
  try {
    const problem = new SchemaCheck(schema.schema).checkRoot(parsed)
    return problem && { message: `${name} at ${problem.path}: ${problem.message}`, isUnknown: false }
  } catch (error) {
    if (!(error instanceof PatternBudgetError)) throw error
    return unknown(`the arguments of ${name}: the value ${error.message}`)
  }
}
