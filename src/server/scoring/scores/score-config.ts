import { Refusal } from '../../../engine/refusal.ts'
import {
  defaultColumns,
  displacedColumns,
  readScoreConfiguration,
  type ScorableColumn,
  type ScoreConfiguration,
  type SentScore,
  type TallyRules,
  tokensOf,
} from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, SheetScoreRow, Tx } from '../../db/index.ts'
import { configOf, type LoadedSheet, typeOf } from '../../sheets/storage/index.ts'
import { findScore } from './score-queries.ts'

type Stored = Pick<SheetScoreRow, 'score_type' | 'score_config'>

/** The stored form of a configuration: columns by id, and only the fields that were sent. */
export function storedConfig(configuration: ScoreConfiguration, scoreInput: SentScore) {
  const nested = (scoreInput['score_config'] ?? {}) as SentScore
  const field = (name: string) => scoreInput[name] ?? nested[name] ?? null
  const { type, columnIds, code, assertions, winner } = configuration
  return {
    score_type: type,
    score_config: {
      ...nested,
      column_ids: columnIds,
      column_names: null,
      true_values: field('true_values'),
      false_values: field('false_values'),
      assertion_aggregation: assertions,
      code: code?.text ?? null,
      code_language: code?.language ?? null,
      aggregate: winner && { kind: winner.kind, column_id: winner.column, label_column_id: winner.label },
    },
  }
}

/** Reads a stored configuration. @throws Refusal 'bad_request' if it no longer suits the columns. */
export function readStored({ score_type, score_config }: Stored, columns: readonly SheetColumnRow[]) {
  return readScoreConfiguration({ score_type, score_config: JSON.parse(score_config) as unknown }, columns)
}

/** Reads a stored configuration even if columns were deleted. */
export function readUnchecked({ score_type, score_config }: Stored): ScoreConfiguration {
  const storedFields = JSON.parse(score_config) as StoredFields
  const columnIds = namedColumns(storedFields).map((id) => ({ id, title: '' }))
  return readScoreConfiguration({ score_type, score_config: storedFields }, columnIds)
}

interface StoredFields {
  readonly column_ids: readonly string[]
  readonly aggregate: { readonly column_id: string; readonly label_column_id: string | null } | null
}

const namedColumns = ({ column_ids, aggregate }: StoredFields): string[] =>
  [...column_ids, aggregate?.column_id, aggregate?.label_column_id].filter((id) => id != null)

/** The default configuration, for a sheet that has none. */
export const unconfigured: ScoreConfiguration = {
  type: 'auto',
  columnIds: [],
  tokens: tokensOf(null, null),
  assertions: 'mean',
  code: null,
  winner: null,
}

export interface ScoredColumn {
  readonly column: SheetColumnRow
  readonly rules: TallyRules
}

/**
 * The columns that a configuration scores, in order. If it names none, there are several lists, and `firstScored`
 * chooses one of them.
 */
export function scoredColumns({ columns }: LoadedSheet, configuration: ScoreConfiguration): ScoredColumn[][] {
  const { columnIds, type, tokens, assertions } = configuration
  const choices = columnIds.length > 0 ? [columnIds] : defaultColumns(columns.map(scorableColumn))
  return (choices.length > 0 ? choices : [[]]).map((ids) =>
    ids.flatMap((id): ScoredColumn[] => {
      const column = columns.find((column) => column.id === id)
      return column ? [{ column, rules: { type, tokens, assertions, meaning: meaningOf(column) } }] : []
    }),
  )
}

/** The checks that the default score leaves out because other columns are marked as outputs. */
export function displacedBy(
  { columns }: LoadedSheet,
  scored: readonly { readonly id: string }[],
): SheetColumnRow[] {
  const ids = displacedColumns(
    columns.map(scorableColumn),
    scored.map(({ id }) => id),
  )
  return columns.filter(({ id }) => ids.includes(id))
}

function meaningOf(column: SheetColumnRow): TallyRules['meaning'] {
  const type = typeOf(column.type)
  return type.score(type.config(configOf(column)))
}

const scorableColumn = (column: SheetColumnRow): ScorableColumn => ({
  id: column.id,
  meaning: meaningOf(column),
  isOutput: column.is_output_column === 1,
  system: false,
})

/** @throws Refusal 'bad_request' if the sheet's score uses the column. */
export async function refuseScored(tx: Tx, { sheet }: LoadedSheet, column: SheetColumnRow): Promise<void> {
  const stored = await findScore(tx, sheet)
  if (!stored) return
  if (namedColumns(JSON.parse(stored.score_config) as StoredFields).includes(column.id))
    throw new Refusal('bad_request', `"${column.title}" is part of the sheet's score: change that first.`)
}
