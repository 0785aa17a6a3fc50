import { z } from 'zod/mini'
import { type FilterField, filterFields } from '../../../engine/search/fields.ts'
import { ranges, sorts } from './filters.ts'

export const orUndefined = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

const singleValue = z.union([z.string(), z.number()])

const filter = z.object({
  field: z.enum(Object.keys(filterFields) as [FilterField, ...FilterField[]]),
  operator: z.string(),
  value: z.optional(z.union([singleValue, z.readonly(z.array(singleValue))])),
  nested_key: z.optional(z.string()),
})

/** The search in an address; invalid parts are ignored. */
export const filterSchema = {
  find: orUndefined(z.string()),
  filters: orUndefined(z.readonly(z.array(filter))),
  range: orUndefined(z.enum(ranges)),
  from: orUndefined(z.iso.datetime()),
  to: orUndefined(z.iso.datetime()),
  everySource: orUndefined(z.literal(true)),
}

export const sortSchema = {
  sortBy: orUndefined(z.enum(sorts)),
  sortScore: orUndefined(z.string()),
  rising: orUndefined(z.literal(true)),
}
