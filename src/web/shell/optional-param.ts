import { z } from 'zod/mini'

/** A part of an address; an invalid value counts as absent. */
export const optionalParam = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined)
