import './zod-without-eval.ts'
import type { ColumnType } from '../../../engine/columns/column.ts'
import { absoluteNumericDistance } from '../../../engine/columns/types/absolute-numeric-distance.ts'
import { applyDiff } from '../../../engine/columns/types/apply-diff.ts'
import { coalesce } from '../../../engine/columns/types/coalesce.ts'
import { combineColumns } from '../../../engine/columns/types/combine-columns.ts'
import { compare } from '../../../engine/columns/types/compare.ts'
import { contains } from '../../../engine/columns/types/contains.ts'
import { count } from '../../../engine/columns/types/count.ts'
import { jsonPath } from '../../../engine/columns/types/json-path.ts'
import { mathOperator } from '../../../engine/columns/types/math-operator.ts'
import { minMax } from '../../../engine/columns/types/min-max.ts'
import { parseValue } from '../../../engine/columns/types/parse-value.ts'
import { regex } from '../../../engine/columns/types/regex.ts'
import { regexExtraction } from '../../../engine/columns/types/regex-extraction.ts'
import { toText } from '../../../engine/columns/values/coercions.ts'
import type { Json } from '../../../engine/json/json.ts'
import type { Config } from '../config.ts'
import type { LiveType } from './types.ts'

const types: Readonly<Record<LiveType, ColumnType>> = {
  ABSOLUTE_NUMERIC_DISTANCE: absoluteNumericDistance,
  APPLY_DIFF: applyDiff,
  COALESCE: coalesce,
  COMBINE_COLUMNS: combineColumns,
  COMPARE: compare,
  CONTAINS: contains,
  COUNT: count,
  JSON_PATH: jsonPath,
  MATH_OPERATOR: mathOperator,
  MIN_MAX: minMax,
  PARSE_VALUE: parseValue,
  REGEX: regex,
  REGEX_EXTRACTION: regexExtraction,
}

interface Source {
  readonly id: string
  readonly title: string
}

/** A cell of the column in one row, before the column is saved. */
export type LiveCell =
  | { readonly kind: 'value'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** The source with this title has no value in the row. */
  | { readonly kind: 'waits'; readonly title: string }

/** Reads the value of a column's cell in a row; undefined: not computed yet. */
type ReadValue = (row: number, column: string) => Json | undefined

/** The column in the first rows; null if the config is incomplete, or reads a source that is no column. */
export function liveCells(
  type: LiveType,
  config: Config,
  columns: readonly Source[],
  rowCount: number,
  readValue: ReadValue,
): readonly LiveCell[] | null {
  try {
    const parsed = types[type].config(config)
    const sources = types[type]
      .dependsOn(parsed)
      .map(({ target }) => columns.find(({ id, title }) => id === target || title === target))
    if (sources.some((source) => source === undefined)) return null
    const evaluator = types[type].evaluator(parsed)
    return Array.from({ length: rowCount }, (_none, row) =>
      liveCell(evaluator, sources as Source[], row, readValue),
    )
  } catch {
    // The form names what the config lacks.
    return null
  }
}

function liveCell(
  evaluator: ReturnType<ColumnType['evaluator']>,
  sources: readonly Source[],
  row: number,
  readValue: ReadValue,
): LiveCell {
  const values = sources.map(({ id }) => readValue(row, id))
  const missing = values.indexOf(undefined)
  if (missing >= 0) return { kind: 'waits', title: sources[missing]!.title }
  const step = evaluator.prepare({
    values: values as Json[],
    titles: sources.map(({ title }) => title),
    row: () => ({}),
  })
  if (step.kind === 'failed') return { kind: 'failed', message: step.failure.message }
  return step.kind === 'value'
    ? { kind: 'value', value: step.value, text: toText(step.value) }
    : { kind: 'waits', title: 'the server' }
}
