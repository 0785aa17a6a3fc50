import { boolean, either, flag, listOf, number, objectOf, oneOf, text, time } from '../../shell/values.ts'
import { fieldNames } from './field-names.ts'
import { ranges, sorts } from './filters.ts'

const singleValue = either(text, number)

const filter = objectOf(
  { field: oneOf(...fieldNames), operator: text },
  { value: either(singleValue, listOf(singleValue)), nested_key: text },
)

/** The search in an address; invalid parts are ignored. */
export const filterSchema = {
  find: text,
  filters: listOf(filter),
  range: oneOf(...ranges),
  from: time,
  to: time,
  everySource: boolean,
}

export const sortSchema = {
  sortBy: oneOf(...sorts),
  sortScore: text,
  rising: flag,
}
