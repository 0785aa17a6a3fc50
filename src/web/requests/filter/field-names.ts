import { type FilterField, filterFields } from '../../../engine/search/fields.ts'

/** The names of all fields, without their kinds and operators: every screen loads the addresses of the log. */
export const fieldNames = Object.keys(filterFields) as FilterField[]
