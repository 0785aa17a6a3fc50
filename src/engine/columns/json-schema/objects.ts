import type { Json, JsonObject } from '../../json/json.ts'
import { isList, isObject } from '../values/coercions.ts'
import type { Problem, SchemaChecker } from './problem.ts'

export function checkObject(
  schema: JsonObject,
  value: JsonObject,
  path: string,
  check: SchemaChecker,
): Problem {
  const keys = Object.keys(value)
  return (
    checkKeys(schema, value, keys, path) ??
    checkDependencies(schema, value, path, check) ??
    checkProperties(schema, value, keys, path, check)
  )
}

function checkKeys(schema: JsonObject, value: JsonObject, keys: readonly string[], path: string): Problem {
  const { required, minProperties, maxProperties } = schema
  if (isList(required)) {
    for (const key of required) {
      if (typeof key === 'string' && !Object.hasOwn(value, key)) return { path, message: `lacks ${key}` }
    }
  }
  if (typeof minProperties === 'number' && keys.length < minProperties) {
    return { path, message: `has fewer than ${minProperties} properties` }
  }
  if (typeof maxProperties === 'number' && keys.length > maxProperties) {
    return { path, message: `has more than ${maxProperties} properties` }
  }
  return null
}

function checkDependencies(
  schema: JsonObject,
  value: JsonObject,
  path: string,
  check: SchemaChecker,
): Problem {
  const { dependentRequired, dependentSchemas } = schema
  for (const [key, needed] of isObject(dependentRequired) ? Object.entries(dependentRequired) : []) {
    if (!Object.hasOwn(value, key) || !isList(needed)) continue
    const missing = needed.find((other) => typeof other === 'string' && !Object.hasOwn(value, other))
    if (missing !== undefined) return { path, message: `lacks ${missing} beside ${key}` }
  }
  for (const [key, inner] of isObject(dependentSchemas) ? Object.entries(dependentSchemas) : []) {
    const problem = Object.hasOwn(value, key) ? check.check(inner, value, path) : null
    if (problem !== null) return problem
  }
  return null
}

function checkProperties(
  schema: JsonObject,
  value: JsonObject,
  keys: readonly string[],
  path: string,
  check: SchemaChecker,
): Problem {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema
  const declared = isObject(properties) ? properties : {}
  const patterns: readonly [string, Json][] = isObject(patternProperties)
    ? Object.entries(patternProperties)
    : []
  for (const key of keys) {
    const keyPath = `${path}.${key}`
    const inner = value[key]!
    let isDeclared = Object.hasOwn(declared, key)
    if (propertyNames !== undefined && check.check(propertyNames, key, keyPath) !== null) {
      return { path: keyPath, message: 'has a name that is not allowed' }
    }
    const problem = isDeclared ? check.check(declared[key]!, inner, keyPath) : null
    if (problem !== null) return problem
    for (const [pattern, propertySchema] of patterns) {
      check.step()
      if (!check.matches(pattern, key)) continue
      isDeclared = true
      const problem = check.check(propertySchema, inner, keyPath)
      if (problem !== null) return problem
    }
    if (isDeclared || additionalProperties === undefined) continue
    if (additionalProperties === false) return { path: keyPath, message: 'is not an allowed property' }
    const additionalProblem = check.check(additionalProperties, inner, keyPath)
    if (additionalProblem !== null) return additionalProblem
  }
  return null
}
