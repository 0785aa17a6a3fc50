import { Refusal } from '../../../engine/refusal.ts'
import { storable } from '../../../engine/storable.ts'
import type { Context } from '../../context.ts'
import type { ScoreCalculationRow } from '../../db/index.ts'
import type { Ending, JobHandler, Lease } from '../../jobs/index.ts'
import { type LoadedSheet, loadSheetByNumber } from '../../sheets/storage/index.ts'
import { type CalculatedScore, calculateCustom, calculateScore } from './calculate-score.ts'
import { readStored } from './score-config.ts'
import { findScoreCalculation, updateScoreCalculation } from './score-queries.ts'

export interface ScorePayload {
  readonly sheet: number
  readonly calculation: string
}

/** Calculates the score with the configuration that applied when the calculation was requested. */
export function scoreJob(context: Context): JobHandler {
  return {
    kind: 'sheet-score',
    run: (lease) => calculate(context, lease),
    async failed(tx, { workspace, payload }) {
      const { sheet, calculation: id } = payload as ScorePayload
      const error = 'The calculation failed several times; the log of the server says why.'
      const change = { status: 'failed', error, completed_at: context.now() } as const
      await updateScoreCalculation(tx, { workspace_id: workspace, sheet, id }, change)
    },
  }
}

async function calculate(context: Context, lease: Lease): Promise<Ending> {
  const { store, now } = context
  const { sheet, calculation: id } = lease.payload as ScorePayload
  const key = { workspace_id: lease.workspace, number: sheet }
  const calculation = await findScoreCalculation(store.db, key, id)
  const loaded = await loadSheetByNumber(store.db, lease.workspace, sheet)
  if (!calculation || !loaded || calculation.completed_at !== null) return { kind: 'done' }
  await lease.commit((tx) => updateScoreCalculation(tx, calculation, { status: 'running' }))
  const outcome = await scoreOf(context, lease, loaded, calculation)
  await lease.commit((tx) => updateScoreCalculation(tx, calculation, { ...outcome, completed_at: now() }))
  return { kind: 'done' }
}

type Outcome = Parameters<typeof updateScoreCalculation>[2]

async function scoreOf(
  context: Context,
  lease: Lease,
  loaded: LoadedSheet,
  calculation: ScoreCalculationRow,
): Promise<Outcome> {
  try {
    const configuration = readStored(calculation, loaded.columns)
    const result =
      configuration.type === 'custom'
        ? await calculateCustom(context, lease, loaded, configuration)
        : await calculateScore(context, loaded, configuration)
    return outcomeOf(result)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'bad_request') throw error
    return { status: 'failed', error: storable(error.message) }
  }
}

function outcomeOf(result: CalculatedScore): Outcome {
  return {
    status: result.error === null ? 'completed' : 'failed',
    overall_score: result.custom?.score ?? (result.error === null ? result.sheet.overall : null),
    result: JSON.stringify(result),
    error: result.error === null ? null : storable(result.error),
  }
}
