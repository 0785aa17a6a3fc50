import { z } from 'zod/mini'
import { type FilterField, filterFields } from '../../../engine/search/fields.ts'
import { ranges, sorts } from './filters.ts'

export const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

const one = z.union([z.string(), z.number()])

const filter = z.object({
  field: z.enum(Object.keys(filterFields) as [FilterField, ...FilterField[]]),
  operator: z.string(),
  value: z.optional(z.union([one, z.readonly(z.array(one))])),
  nested_key: z.optional(z.string()),
})

/** The search in an address; invalid parts are ignored. */
export const filterSchema = {
  find: maybe(z.string()),
  filters: maybe(z.readonly(z.array(filter))),
  range: maybe(z.enum(ranges)),
  from: maybe(z.iso.datetime()),
  to: maybe(z.iso.datetime()),
  everySource: maybe(z.literal(true)),
}

export const sortSchema = { sortBy: maybe(z.enum(sorts)), rising: maybe(z.literal(true)) }
