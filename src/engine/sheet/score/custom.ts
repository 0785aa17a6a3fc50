import { isObject } from '../../columns/values/coercions.ts'
import type { Json } from '../../json/json.ts'

export type MatrixCell =
  | number
  | string
  | null
  | { readonly value: Json; readonly positive_metric: boolean | null }

export interface CustomScore {
  readonly score: number
  readonly subScores: Readonly<Record<string, number>>
  /** Legacy reports may have several; a sheet has at most one. */
  readonly matrices: readonly (readonly (readonly MatrixCell[])[])[]
}

export type CustomScoreReading =
  | { readonly ok: true; readonly score: CustomScore }
  | { readonly ok: false; readonly error: string }

/** `data` of scoring code: one object for each row, title to value. Of columns with the same title, the last wins. */
export function customScoreData(
  titles: readonly string[],
  rows: readonly (readonly Json[])[],
): readonly Readonly<Record<string, Json>>[] {
  return rows.map((values) =>
    Object.fromEntries(titles.map((title, index) => [title, values[index] ?? null])),
  )
}

/**
 * Reads the result of scoring code. A missing or non-numeric score is an error (`score_calculation_error`),
 * never a number. Source: columns.md 2.9.
 */
export function readCustomScore(result: Json): CustomScoreReading {
  if (!isObject(result)) return error('The code must return an object with a score')
  const score = result['score']
  if (typeof score !== 'number' || !Number.isFinite(score))
    return error('The code must return a score that is a number')
  const sub = result['sub_scores'] ?? {}
  if (!isObject(sub)) return error('sub_scores must be an object of numbers')
  const nonNumeric = Object.entries(sub).find(([, value]) => typeof value !== 'number')
  if (nonNumeric) return error(`sub_scores has "${nonNumeric[0]}", which is not a number`)
  const matrices = readMatrices(result['score_matrix'] ?? null)
  if (matrices === null)
    return error('score_matrix must be a list of rows of numbers, texts or objects with a value')
  return { ok: true, score: { score, subScores: sub as Record<string, number>, matrices } }
}

function readMatrices(sent: Json): MatrixCell[][][] | null {
  if (sent === null) return []
  if (!Array.isArray(sent)) return null
  const hasSeveral =
    sent.length > 0 && sent.every((matrix) => Array.isArray(matrix) && matrix.every(Array.isArray))
  const matrices = (hasSeveral ? sent : [sent]) as readonly (readonly Json[])[]
  const parsed = matrices.map((matrix) => matrix.map(readRow))
  return parsed.every((matrix) => matrix.every((row) => row !== null)) ? (parsed as MatrixCell[][][]) : null
}

function readRow(row: Json): MatrixCell[] | null {
  if (!Array.isArray(row)) return null
  const cells = row.map(readCell)
  return cells.includes(undefined) ? null : (cells as MatrixCell[])
}

function readCell(cell: Json): MatrixCell | undefined {
  if (cell === null || typeof cell === 'number' || typeof cell === 'string') return cell
  if (!isObject(cell) || !Object.hasOwn(cell, 'value')) return undefined
  const positive = cell['positive_metric']
  return { value: cell['value'] ?? null, positive_metric: typeof positive === 'boolean' ? positive : null }
}

const error = (text: string): CustomScoreReading => ({ ok: false, error: text })
