import { isJsonNumber } from '../../json/exact-number.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import type { Json, JsonObject } from '../json.ts'
import { isList, isObject } from '../values/coercions.ts'

const MAX_SHOWN = 200
const MAX_PLACES = 20

/** Where two texts part, and what is between their common start and end. Capped: it is for people. */
export function textDifference(left: string, right: string): Json {
  let at = 0
  const shorter = Math.min(left.length, right.length)
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at++
  let end = 0
  while (
    end < shorter - at &&
    left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end)
  )
    end++
  return {
    at,
    left: left.slice(at, Math.min(left.length - end, at + MAX_SHOWN)),
    right: right.slice(at, Math.min(right.length - end, at + MAX_SHOWN)),
  }
}

/** The places at which two JSON values differ; what one side lacks is absent there. */
export function jsonDifferences(left: Json, right: Json): Json {
  const places: JsonObject[] = []
  collect(left, right, '$', places)
  return places
}

function collect(left: Json | undefined, right: Json | undefined, path: string, places: JsonObject[]): void {
  if (places.length >= MAX_PLACES) return
  if (isObject(left) && isObject(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const one = Object.hasOwn(left, key) ? left[key] : undefined
      const other = Object.hasOwn(right, key) ? right[key] : undefined
      collect(one, other, `${path}[${JSON.stringify(key)}]`, places)
    }
  } else if (isList(left) && isList(right)) {
    for (let index = 0; index < Math.max(left.length, right.length); index++) {
      collect(left[index], right[index], `${path}[${index}]`, places)
    }
  } else if (left === undefined || right === undefined || !jsonEqual(left, right)) {
    places.push({ path, ...shown('left', left), ...shown('right', right) })
  }
}

function shown(side: string, found: Json | undefined): JsonObject {
  if (found === undefined) return {}
  if (found === null || typeof found === 'boolean' || isJsonNumber(found)) return { [side]: found }
  const text = typeof found === 'string' ? found : JSON.stringify(found)
  return { [side]: text.slice(0, MAX_SHOWN) }
}
