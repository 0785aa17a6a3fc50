import { z } from 'zod'
import { ExactNumber } from '../../engine/json/exact-number.ts'

/**
 * Zod takes every instance of a class for an object. Exact numbers where the schema wants an object with fields become
 * doubles, in place, so that zod refuses them as it refuses other numbers.
 */
export function withoutNumbersForObjects(schema: z.core.$ZodType, value: unknown): unknown {
  const object = objectOf(schema)
  if (!object) return value
  if (value instanceof ExactNumber) return value.nearest
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  for (const [name, field] of Object.entries(object.shape))
    if (Object.hasOwn(fields, name)) fields[name] = withoutNumbersForObjects(field, fields[name])
  return value
}

function objectOf(schema: z.core.$ZodType): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return objectOf(schema.def.innerType)
  return schema instanceof z.ZodPipe ? objectOf(schema.def.in) : null
}
