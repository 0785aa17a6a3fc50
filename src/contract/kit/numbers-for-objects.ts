import { z } from 'zod'
import { ExactNumber } from '../../engine/json/exact-number.ts'

/**
 * Zod accepts any class instance as an object, also an ExactNumber. Where the schema expects an object, this function
 * replaces exact numbers by doubles in place, so that zod refuses them. Unions without a discriminator are skipped.
 */
export function withoutNumbersForObjects(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = withoutNumbersForObjects(inner.element, item)
    return value
  }
  const isChoice = inner instanceof z.ZodDiscriminatedUnion
  if (!isChoice && !(inner instanceof z.ZodObject)) return value
  if (value instanceof ExactNumber) return value.nearest
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  const object = isChoice ? alternativeFor(inner, fields) : inner
  for (const [name, field] of object ? fieldsOf(object) : [])
    if (Object.hasOwn(fields, name)) fields[name] = withoutNumbersForObjects(field, fields[name])
  return value
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.def.innerType)
  if (!(schema instanceof z.ZodPipe)) return schema
  // A preprocessed value is checked after its function has run.
  const { in: first, out } = schema.def
  return unwrapped(first._zod.def.type === 'transform' ? out : first)
}

function alternativeFor(
  { def }: z.ZodDiscriminatedUnion,
  fields: Record<string, unknown>,
): z.ZodObject | undefined {
  const objects = def.options.map(unwrapped).filter((option) => option instanceof z.ZodObject)
  return objects.find(({ shape }) => shape[def.discriminator]?.safeParse(fields[def.discriminator]).success)
}

const fieldsOfObject = new WeakMap<z.ZodObject, readonly [string, z.core.$ZodType][]>()

/** The list is made once for each schema, because a body may have a hundred thousand objects. */
function fieldsOf(object: z.ZodObject): readonly [string, z.core.$ZodType][] {
  const fields = fieldsOfObject.get(object) ?? Object.entries(object.shape)
  fieldsOfObject.set(object, fields)
  return fields
}
