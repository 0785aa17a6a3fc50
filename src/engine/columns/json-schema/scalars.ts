import { exactResult } from '../../json/arithmetic.ts'
import { isJsonNumber, isWhole, type JsonNumber, orderOfNumbers } from '../../json/exact-number.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import { isList, isObject } from '../values/coercions.ts'
import type { Problem, SchemaChecker } from './problem.ts'

/** Keywords of any value, of numbers and of texts. */
export function checkScalar(schema: JsonObject, value: Json, path: string, check: SchemaChecker): Problem {
  const { type, enum: allowed } = schema
  if (type !== undefined && !fitsType(type, value)) return { path, message: `must be ${written(type)}` }
  if (isList(allowed)) {
    check.step(allowed.length)
    if (!allowed.some((candidate) => jsonEqual(candidate, value)))
      return { path, message: 'is not one of the enum' }
  }
  if (schema['const'] !== undefined && !jsonEqual(schema['const'], value))
    return { path, message: 'differs from the const' }
  if (isJsonNumber(value)) return checkNumber(schema, value, path)
  return typeof value === 'string' ? checkText(schema, value, path, check) : null
}

function written(type: Json): string {
  return isList(type) ? type.join(' or ') : String(type)
}

function fitsType(type: Json, value: Json): boolean {
  if (isList(type)) return type.some((name) => fitsType(name, value))
  if (type === 'integer') return isJsonNumber(value) && isWhole(value)
  if (type === 'number') return isJsonNumber(value)
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return type === typeof value
}

function checkNumber(schema: JsonObject, value: JsonNumber, path: string): Problem {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const order = (bound: JsonNumber) => orderOfNumbers(value, bound)
  if (isJsonNumber(minimum) && order(minimum) < 0) return { path, message: `must be at least ${minimum}` }
  if (isJsonNumber(maximum) && order(maximum) > 0) return { path, message: `must be at most ${maximum}` }
  if (isJsonNumber(exclusiveMinimum) && order(exclusiveMinimum) <= 0) {
    return { path, message: `must be above ${exclusiveMinimum}` }
  }
  if (isJsonNumber(exclusiveMaximum) && order(exclusiveMaximum) >= 0) {
    return { path, message: `must be below ${exclusiveMaximum}` }
  }
  if (!isJsonNumber(multipleOf) || orderOfNumbers(multipleOf, 0) <= 0) return null
  return isMultiple(value, multipleOf) ? null : { path, message: `must be a multiple of ${multipleOf}` }
}

function isMultiple(value: JsonNumber, unit: JsonNumber): boolean {
  if (typeof value !== 'number' || typeof unit !== 'number') return exactResult('%', value, unit) === 0
  const times = value / unit
  // Multiples of 0.01 have no exact doubles.
  return Math.abs(times - Math.round(times)) < 1e-9
}

function checkText(schema: JsonObject, value: string, path: string, check: SchemaChecker): Problem {
  const { minLength, maxLength, pattern } = schema
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    const length = [...value].length
    if (typeof minLength === 'number' && length < minLength)
      return { path, message: `is shorter than ${minLength}` }
    if (typeof maxLength === 'number' && length > maxLength)
      return { path, message: `is longer than ${maxLength}` }
  }
  if (typeof pattern !== 'string') return null
  check.step(1 + Math.floor(value.length / 100))
  return check.matches(pattern, value) ? null : { path, message: 'does not match the pattern' }
}
