import { canonical } from '../../json/canonical.ts'
import { ExactNumber } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import { hash128 } from './murmur.ts'

/** Part of the hash shared by all cells of a column. Prices are left out: they do not change results. */
export interface ColumnIdentity {
  /** `SheetColumn.definition`: type and config without titles of sources. */
  readonly definition: string
  /** Ids that names resolved to when the cell ran: template version, workflow version. */
  readonly resolved: Readonly<Record<string, string | number>>
  /** The answering model with its parameters; null if the template sets it or no model is called. */
  readonly model: Json
  /** The judge's model and the version of its prompt; null without a judge. */
  readonly evaluator: Json
  /** Titles of the inputs, for columns whose values show them. */
  readonly titles: readonly string[]
}

/** Hashes the inputs of cells of one column. */
export interface InputHasher {
  /** The exact text that is hashed, for callers that need a stronger hash. */
  text(values: readonly Json[]): string
  /** 32 hexadecimal digits: `input_hash`. */
  hash(values: readonly Json[]): string
}

/** Hashes the shared part once for all cells. */
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
 * Equal texts for equal values only: 1, true and "1" differ, and so do null and "". Key order of objects counts,
 * because prompts and joined texts show it.
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

/** Decides whether a result is unchanged; 1 and true differ. */
export function sameValue(a: Json, b: Json): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}
