import type { Tx } from '../db/index.ts'
import type { LoadedSheet } from '../sheets/storage/index.ts'
import { makeScorecard, readSteps } from './scorecards/index.ts'
import { saveScoreConfiguration } from './scores/index.ts'

export interface MigratedScoring {
  readonly title: string
  /** The columns whose averages become steps of a scorecard. */
  readonly steps: readonly { readonly column: string; readonly scoreMax: number; readonly weight: number }[]
  readonly code: { readonly code: string; readonly code_language: string } | null
}

/** Migrates the scoring. Returns the id of the scorecard; null if no column was scored. */
export async function migrateScoring(
  tx: Tx,
  loaded: LoadedSheet,
  scoring: MigratedScoring,
): Promise<string | null> {
  const scorecard = await addScorecard(tx, loaded, scoring)
  if (scoring.code) await saveScoreConfiguration(tx, loaded, { score_type: 'custom', ...scoring.code })
  return scorecard
}

async function addScorecard(tx: Tx, loaded: LoadedSheet, { title, steps }: MigratedScoring) {
  if (steps.length === 0) return null
  const stepInputs = steps.map(({ column, scoreMax, weight }) => {
    const { id } = loaded.columns.find((candidate) => candidate.title === column)!
    return {
      title: column,
      primitive_type: 'COLUMN_AGGREGATE' as const,
      primitive_config: {
        source: id,
        aggregation_type: 'average_value',
        score_mode: 'score',
        score_max: scoreMax,
      },
      source_column_ids: [id],
      weight,
    }
  })
  const { id } = await makeScorecard(tx, loaded, {
    name: title,
    evaluated_column_ids: [],
    steps: readSteps(stepInputs, [], loaded, loaded.sheet.updated_at),
    aggregation: {},
    display_config: null,
    baseline_config: null,
  })
  return id
}
