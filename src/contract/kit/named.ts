import { z } from 'zod'

/** An object with its name in the OpenAPI document. */
export const named = <Fields extends z.ZodRawShape>(id: string, fields: Fields) =>
  z.object(fields).meta({ id })

/** As `named`; other fields are refused. */
export const strictNamed = <Fields extends z.ZodRawShape>(id: string, fields: Fields) =>
  z.strictObject(fields).meta({ id })

/** The body of a success. */
export const answer = <Fields extends z.ZodRawShape>(id: string, fields: Fields) =>
  named(id, { success: z.literal(true), ...fields })
