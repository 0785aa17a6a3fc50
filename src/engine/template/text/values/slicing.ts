import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { isWide } from './characters.ts'
import { safeInt } from './numbers.ts'
import { textOf, typeName } from './types.ts'
import { Markup, Range, Tuple, Undefined, type Value } from './value.ts'

interface Bounds {
  readonly start: number
  readonly step: number
  readonly count: number
}

/** `value[start:stop:step]` on text, lists, tuples and ranges; null parts mean "left out". */
export function sliceOf(value: Value, start: Value, stop: Value, step: Value, budget: Budget): Value {
  if (value instanceof Undefined && value.chainable) return value
  const text = textOf(value)
  if (text !== undefined) {
    const result = sliceText(text, start, stop, step, budget)
    return value instanceof Markup ? new Markup(result) : result
  }
  if (value instanceof Range) {
    const { start: first, step: by, count } = bounds(value.length, start, stop, step)
    return new Range(value.at(first), value.step * by, count)
  }
  if (Array.isArray(value)) return pick(value, bounds(value.length, start, stop, step), budget)
  if (value instanceof Tuple) {
    return new Tuple(pick(value.items, bounds(value.items.length, start, stop, step), budget))
  }
  return fail(`'${typeName(value)}' object cannot be sliced`)
}

function sliceText(text: string, start: Value, stop: Value, step: Value, budget: Budget): string {
  budget.read(text.length)
  if (isWide(text)) {
    const points = Array.from(text)
    return pick(points, bounds(points.length, start, stop, step), budget).join('')
  }
  const range = bounds(text.length, start, stop, step)
  if (range.step === 1) return text.slice(range.start, range.start + range.count)
  return pick(Array.from(text), range, budget).join('')
}

function pick<T>(items: readonly T[], range: Bounds, budget: Budget): T[] {
  if (range.step === 1) {
    budget.step(Math.floor(range.count / 16))
    return items.slice(range.start, range.start + range.count)
  }
  budget.step(range.count)
  return Array.from({ length: range.count }, (_, index) => items[range.start + index * range.step]!)
}

/** Python's `slice.indices`. */
function bounds(length: number, start: Value, stop: Value, step: Value): Bounds {
  const by = step === null ? 1 : safeInt(step, 'slice step')
  if (by === 0) fail('slice step cannot be zero')
  const low = by < 0 ? -1 : 0
  const high = by < 0 ? length - 1 : length
  const clip = (value: Value, fallback: number): number => {
    if (value === null) return fallback
    const sliceIndex = safeInt(value, 'slice index')
    return Math.min(Math.max(sliceIndex < 0 ? sliceIndex + length : sliceIndex, low), high)
  }
  const first = clip(start, by < 0 ? high : low)
  const last = clip(stop, by < 0 ? low : high)
  return { start: first, step: by, count: Math.max(0, Math.ceil((last - first) / by)) }
}
