import { type FilterField, filterFields } from '../../../engine/search/fields.ts'

/** The names of all fields. Every screen loads this module, because the routes read filters from addresses. */
export const fieldNames = Object.keys(filterFields) as FilterField[]
