import { isJsonNumber, numberKey } from '../../json/exact-number.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { isList, isObject } from '../values/coercions.ts'
import type { Problem, SchemaChecker } from './problem.ts'

/** Equal values have equal texts, in any key order. */
function sortedText(value: Json): string {
  if (isList(value)) return `[${value.map(sortedText).join(',')}]`
  if (isJsonNumber(value)) return numberKey(value)
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sortedText(value[key]!)}`).join(',')}}`
}

export function checkList(
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  check: SchemaChecker,
): Problem {
  const { minItems, maxItems, uniqueItems } = schema
  if (typeof minItems === 'number' && value.length < minItems)
    return { path, message: `has fewer than ${minItems} items` }
  if (typeof maxItems === 'number' && value.length > maxItems)
    return { path, message: `has more than ${maxItems} items` }
  if (uniqueItems === true && new Set(value.map(sortedText)).size !== value.length) {
    return { path, message: 'has an item twice' }
  }
  return checkItems(schema, value, path, check) ?? checkContains(schema, value, path, check)
}

/** Draft 07 has a list in `items` and the rest in `additionalItems`; drafts since 2020 renamed both. */
function checkItems(schema: JsonObject, value: readonly Json[], path: string, check: SchemaChecker): Problem {
  const older = isList(schema['items'])
  const first = older ? schema['items'] : schema['prefixItems']
  const additional = older ? schema['additionalItems'] : schema['items']
  const places = isList(first) ? first : []
  for (const [index, item] of value.entries()) {
    const inner = places[index] ?? additional
    if (inner === undefined) continue
    const problem = check.check(inner, item, `${path}[${index}]`)
    if (problem !== null) return problem
  }
  return null
}

function checkContains(
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  check: SchemaChecker,
): Problem {
  const { contains, minContains, maxContains } = schema
  if (contains === undefined) return null
  const count = value.filter((item) => check.check(contains, item, path) === null).length
  if (count < (typeof minContains === 'number' ? minContains : 1))
    return { path, message: 'contains too few that fit' }
  const tooMany = typeof maxContains === 'number' && count > maxContains
  return tooMany ? { path, message: 'contains too many that fit' } : null
}
