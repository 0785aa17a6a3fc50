import { isJsonNumber, orderOfNumbers } from '../../json/exact-number.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { isList, isObject } from '../values/coercions.ts'

type Fits = readonly [what: string, fits: (value: Json) => boolean]

const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])
const isText = (value: Json): boolean => typeof value === 'string'
const isType = (value: Json): boolean => typeof value === 'string' && types.has(value)
const listOf = (fits: (value: Json) => boolean) => (value: Json) => isList(value) && value.every(fits)

const count: Fits = [
  'a whole number of at least 0',
  (value) => Number.isInteger(value) && (value as number) >= 0,
]
const number: Fits = ['a number', isJsonNumber]
const text: Fits = ['a text', isText]
const schemas: Fits = ['an object of schemas', isObject]
const listOfSchemas: Fits = ['a list of schemas', (value) => isList(value) && value.length > 0]

const keywordValues: Readonly<Record<string, Fits>> = {
  type: ['a type, or a list of types', (value) => isType(value) || listOf(isType)(value)],
  enum: ['a list', isList],
  required: ['a list of texts', listOf(isText)],
  dependentRequired: [
    'an object of lists of texts',
    (value) => isObject(value) && Object.values(value).every(listOf(isText)),
  ],
  pattern: text,
  uniqueItems: ['true or false', (value) => typeof value === 'boolean'],
  multipleOf: ['a number above 0', (value) => isJsonNumber(value) && orderOfNumbers(value, 0) > 0],
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, number]),
  ),
  ...Object.fromEntries(
    ['Length', 'Items', 'Properties', 'Contains']
      .flatMap((suffix) => [`min${suffix}`, `max${suffix}`])
      .map((name) => [name, count]),
  ),
  ...Object.fromEntries(['allOf', 'anyOf', 'oneOf'].map((name) => [name, listOfSchemas])),
  ...Object.fromEntries(
    ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map((name) => [
      name,
      schemas,
    ]),
  ),
}

/** The error in a keyword's value. Without this check the keyword would be ignored, and every value would be valid. */
export function keywordProblem(schema: JsonObject): string | null {
  for (const [name, value] of Object.entries(schema)) {
    if (!Object.hasOwn(keywordValues, name)) continue
    const [expected, fits] = keywordValues[name]!
    if (!fits(value)) return `${name} must be ${expected}`
  }
  return null
}
