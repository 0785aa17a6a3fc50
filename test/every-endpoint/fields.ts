import { sample } from './sample.ts'
import { alternatives, type Schema } from './schema.ts'

export type Step = string | number

/** One field of a request. */
export interface Field {
  readonly path: readonly Step[]
  readonly schema: Schema
  readonly required: boolean
  /** The container at each step, as the alternative of a union that contains the field. */
  readonly trail: readonly Schema[]
}

const key = 'a key'

/**
 * All fields down to a depth, in all alternatives. A list contributes only its first item, a record only one
 * key.
 */
export function fieldsOf(schema: Schema, depth: number): Field[] {
  return [...walk({ path: [], schema, required: true, trail: [] }, depth)]
}

function* walk(field: Field, depth: number): Generator<Field> {
  if (field.path.length > 0) yield field
  if (field.path.length >= depth) return
  for (const container of alternatives(field.schema)) {
    const { properties, required = [], items, additionalProperties: rest } = container
    const below = (step: Step, schema: Schema, isRequired: boolean): Field => ({
      path: [...field.path, step],
      schema,
      required: isRequired,
      trail: [...field.trail, container],
    })
    for (const [name, schema] of Object.entries(properties ?? {}))
      yield* walk(below(name, schema, required.includes(name)), depth)
    if (items) yield* walk(below(0, items, false), depth)
    if (!properties && typeof rest === 'object') yield* walk(below(key, rest, false), depth)
  }
}

type Container = Record<Step, unknown>

/** The value with one field set; missing containers are created. */
export function withField(root: unknown, { path, trail }: Field, value: unknown): unknown {
  return change(root, path, trail, (container, step) => {
    container[step] = value
  })
}

export function withoutField(root: unknown, { path, trail }: Field): unknown {
  return change(root, path, trail, (container, step) => {
    delete container[step]
  })
}

function change(
  root: unknown,
  path: readonly Step[],
  trail: readonly Schema[],
  act: (container: Container, step: Step) => void,
): unknown {
  const [step, ...rest] = path
  const [schema, ...below] = trail
  if (step === undefined || !schema) throw new Error('a field has a path')
  const container = structuredClone(fits(schema, root) ? root : sample(schema)) as Container
  if (rest.length === 0) act(container, step)
  else container[step] = change(container[step], rest, below, act)
  return container
}

/** Whether a value of the example fits this alternative: its type, and its discriminator. */
function fits(schema: Schema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return schema.items !== undefined
  if (schema.items) return false
  if (!(schema.required ?? []).every((name) => Object.hasOwn(value, name))) return false
  return Object.entries(schema.properties ?? {}).every(
    ([name, { const: only }]) => only === undefined || (value as Container)[name] === only,
  )
}
