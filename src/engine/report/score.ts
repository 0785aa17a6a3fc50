import type { Json, ScoreMeaning } from '../columns/index.ts'
import {
  type ColumnScore,
  ColumnTally,
  DEFAULT_TOKENS,
  type MatrixCell,
  readCustomScore,
} from '../sheet/score/index.ts'
import type { ReportCell } from './row-plan.ts'

export interface ScorableColumn {
  readonly name: string
  readonly meaning: ScoreMeaning
  readonly isPartOfScore: boolean
}

export interface NamedScore {
  readonly column_name: string
  /** Percentage of true, where a failed cell counts as false; the mean of numbers. */
  readonly score: number | null
  readonly score_type: 'boolean' | 'numeric' | null
  readonly num_skipped: number
  /** Failed cells; for numbers they are also counted as skipped. */
  readonly num_failed: number
}

interface CustomDetails {
  readonly matrix: readonly (readonly (readonly MatrixCell[])[])[]
  readonly configuration: { readonly code: string; readonly code_language: string }
  readonly sub_scores: Readonly<Record<string, number>>
}

/** The score on the wire. */
export interface ReportScore {
  readonly overall_score: number | null
  readonly score_type: 'single_column' | 'multi_column' | 'custom' | 'none'
  readonly has_custom_scoring: boolean
  readonly details:
    | NamedScore
    | { readonly columns: readonly NamedScore[] }
    | CustomDetails
    | { readonly message: string }
}

/** Indexes of the scored columns: those marked as part of the score, else the last one. */
export function scoredColumns(columns: readonly ScorableColumn[]): readonly number[] {
  const parts = [...columns.keys()].filter((columnIndex) => columns[columnIndex]!.isPartOfScore)
  return parts.length > 0 || columns.length === 0 ? parts : [columns.length - 1]
}

/** The score of a run, tallied row by row. A column with values of mixed kinds has no score. */
export class ReportTally {
  readonly #columns: readonly ScorableColumn[]
  readonly #scored: readonly number[]
  readonly #tallies: readonly ColumnTally[]
  #rows = 0

  constructor(columns: readonly ScorableColumn[]) {
    this.#columns = columns
    this.#scored = scoredColumns(columns)
    this.#tallies = this.#scored.map(
      (columnIndex) =>
        new ColumnTally({
          type: 'auto',
          tokens: DEFAULT_TOKENS,
          assertions: 'mean',
          meaning: columns[columnIndex]!.meaning,
        }),
    )
  }

  /** Cells of all columns; undefined if never computed. */
  addRow(cells: readonly (ReportCell | undefined)[]): void {
    this.#rows++
    for (const [index, columnIndex] of this.#scored.entries()) {
      const cell = cells[columnIndex]
      const tally = this.#tallies[index]!
      if (cell?.kind === 'value') tally.add('COMPLETED', cell.value)
      else tally.add(cell === undefined ? 'STALE' : 'FAILED', null)
    }
  }

  /** By index of the column. */
  columnScores(): ReadonlyMap<number, NamedScore> {
    return new Map(
      this.#scored.map((columnIndex, index) => [
        columnIndex,
        namedScore(this.#columns[columnIndex]!.name, this.#tallies[index]!.result()),
      ]),
    )
  }

  result(): ReportScore {
    if (this.#rows === 0) return unscored(noRows)
    const columns = [...this.columnScores().values()]
    const scores = columns.flatMap(({ score }) => (score === null ? [] : [score]))
    if (scores.length === 0) return unscored(noScoreBecause(columns))
    const overall_score = scores.reduce((sum, score) => sum + score, 0) / scores.length
    if (columns.length === 1)
      return { overall_score, score_type: 'single_column', has_custom_scoring: false, details: columns[0]! }
    return { overall_score, score_type: 'multi_column', has_custom_scoring: false, details: { columns } }
  }
}

/** Without rows, a run has not passed. */
export const noRows = 'The report has no rows.'

const noScoreBecause = (columns: readonly NamedScore[]): string =>
  columns.length === 0
    ? 'The report has no columns that could be scored.'
    : `The values of ${columns.map(({ column_name }) => `"${column_name}"`).join(', ')} are neither all true or false, nor all numbers.`

/** A missing score with its reason. */
export const unscored = (message: string, has_custom_scoring = false): ReportScore => ({
  overall_score: null,
  score_type: 'none',
  has_custom_scoring,
  details: { message },
})

function namedScore(column_name: string, { score, resolved, excluded, failed }: ColumnScore): NamedScore {
  return {
    column_name,
    score: score === null || resolved !== 'boolean' ? score : score * 100,
    score_type: resolved,
    num_skipped: excluded,
    num_failed: failed,
  }
}

/** The score returned by scoring code, or the reason why it is invalid. */
export function customScoreOf(
  returned: Json,
  configuration: CustomDetails['configuration'],
): ReportScore | { readonly error: string } {
  const custom = readCustomScore(returned)
  if (!custom.ok) return { error: custom.error }
  const { score, subScores, matrices } = custom.score
  return {
    overall_score: score,
    score_type: 'custom',
    has_custom_scoring: true,
    details: { matrix: matrices, configuration, sub_scores: subScores },
  }
}
