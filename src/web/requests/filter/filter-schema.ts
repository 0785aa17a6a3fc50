import { z } from 'zod/mini'
import { type FilterField, filterFields } from '../../../engine/search/fields.ts'
import { optionalParam } from '../../shell/values.ts'
import { ranges, sorts } from './filters.ts'

const singleValue = z.union([z.string(), z.number()])

const filter = z.object({
  field: z.enum(Object.keys(filterFields) as [FilterField, ...FilterField[]]),
  operator: z.string(),
  value: z.optional(z.union([singleValue, z.readonly(z.array(singleValue))])),
  nested_key: z.optional(z.string()),
})

/** The search in an address; invalid parts are ignored. */
export const filterSchema = {
  find: optionalParam(z.string()),
  filters: optionalParam(z.readonly(z.array(filter))),
  range: optionalParam(z.enum(ranges)),
  from: optionalParam(z.iso.datetime()),
  to: optionalParam(z.iso.datetime()),
  everySource: optionalParam(z.literal(true)),
}

export const sortSchema = {
  sortBy: optionalParam(z.enum(sorts)),
  sortScore: optionalParam(z.string()),
  rising: optionalParam(z.literal(true)),
}
