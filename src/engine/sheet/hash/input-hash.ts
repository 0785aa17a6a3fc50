import type { Json } from '../../columns/json.ts'
import { canonical } from '../../json/canonical.ts'
import { ExactNumber } from '../../json/exact-number.ts'
import { hash128 } from './murmur.ts'

/** What all cells of a column share. Prices are no part of it: what work costs does not change its result. */
export interface ColumnIdentity {
  /** Type and config without the titles of sources: `SheetColumn.definition`. */
  readonly definition: string
  /** Ids of what names stood for when the cell ran: template version, workflow version. */
  readonly resolved: Readonly<Record<string, string | number>>
  /** The model that answers, with its parameters; null when the template says it or none is called. */
  readonly model: Json
  /** The judge's model and the version of its prompt; null when there is none. */
  readonly evaluator: Json
  /** For columns whose values show titles: those of the inputs. */
  readonly titles: readonly string[]
}

/** Hashes the inputs of one cell; made once for each column. */
export interface InputHasher {
  /** The exact text that `hash` is taken of, for those who need a stronger one. */
  text(values: readonly Json[]): string
  /** 32 hexadecimal digits: `input_hash`. */
  hash(values: readonly Json[]): string
}

/** Reads what the column's cells share once. */
export function inputHasher(column: ColumnIdentity): InputHasher {
  const shared = hash128(canonical(column))
  const text = (values: readonly Json[]) => {
    let result = shared
    for (const value of values) result += valueText(value)
    return result
  }
  return { text, hash: (values) => hash128(text(values)) }
}

/**
 * Equal for equal values alone: 1, true and "1" are three, and so are null and "". The order of an object's
 * keys counts, because a prompt or a joined text shows it.
 */
export function valueText(value: Json): string {
  if (typeof value === 'string') return `s${value.length}:${value}`
  if (typeof value === 'number') return `n${value};`
  if (value === null) return '0'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof ExactNumber) return `n${value};`
  const text = JSON.stringify(value)
  return `j${text.length}:${text}`
}

/** Strict: what decides whether a result is unchanged. 1 is not true. */
export function sameValue(a: Json, b: Json): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}
