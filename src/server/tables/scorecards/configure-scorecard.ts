import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../../engine/refusal.ts'
import { readAggregation, scorecardHash } from '../../../engine/sheet/index.ts'
import type { ScorecardRow, Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { notePart } from '../live/note-changes.ts'
import { type LoadedSheet, loadForChange } from '../load-sheet.ts'
import { readUuid } from '../uuid.ts'
import { findCalculationById } from './calculation-queries.ts'
import { describeScorecard } from './describe-scorecard.ts'
import { readSteps } from './read-steps.ts'
import { countCalculations, findScorecard, insertScorecard, updateScorecard } from './scorecard-queries.ts'
import { parseSteps, type StoredStep, stepOf } from './stored-step.ts'

type Json = Readonly<Record<string, unknown>>

/** What a scorecard says, checked. */
export interface ScorecardContent {
  readonly name: string
  readonly evaluated_column_ids: readonly string[]
  readonly steps: readonly StoredStep[]
  readonly aggregation: Json
  readonly display_config: Json | null
  readonly baseline_config: Json | null
}

export const configureScorecard: Handler<'configureScorecard'> = async (
  context,
  { caller, params, body },
) => {
  const { store, now } = context
  const { loaded, scorecard } = await store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const before = await findScorecard(tx, loaded.sheet)
    const content: ScorecardContent = {
      name: body.name,
      evaluated_column_ids: body.evaluated_column_ids,
      steps: readSteps(body.steps, before ? parseSteps(before.steps) : [], loaded, loaded.sheet.updated_at),
      aggregation: body.aggregation,
      display_config: body.display_config ?? null,
      baseline_config: body.baseline_config ?? null,
    }
    await checkBaseline(tx, loaded, content.baseline_config)
    return { loaded, scorecard: await saveScorecard(tx, loaded, before, content) }
  })
  const described = await describeScorecard(context, loaded, scorecard)
  return { success: true as const, scorecard: described.scorecard, version: loaded.sheet.version_count }
}

/** Makes the sheet's scorecard, or replaces what it says. */
export async function saveScorecard(
  tx: Tx,
  { sheet }: LoadedSheet,
  before: ScorecardRow | undefined,
  content: ScorecardContent,
): Promise<ScorecardRow> {
  await notePart(tx, sheet, 'scores')
  const aggregation = readAggregation(content.aggregation)
  const { requiredStepFailure, thresholds, method } = aggregation
  const change = {
    name: content.name,
    evaluated_column_ids: JSON.stringify(content.evaluated_column_ids),
    aggregation: JSON.stringify({
      method,
      required_step_failure_behavior: requiredStepFailure,
      pass_threshold: thresholds.pass,
      warn_threshold: thresholds.warn,
    }),
    steps: JSON.stringify(content.steps),
    display_config: content.display_config && JSON.stringify(content.display_config),
    baseline_config: content.baseline_config && JSON.stringify(content.baseline_config),
    config_hash: scorecardHash(content.steps.map(stepOf), aggregation),
    updated_at: sheet.updated_at,
  }
  if (before) {
    await updateScorecard(tx, before, change)
    return { ...before, ...change }
  }
  const row: ScorecardRow = {
    ...{ workspace_id: sheet.workspace_id, sheet: sheet.number, id: randomUUIDv7(), ...change },
    calculations: await countCalculations(tx, sheet),
    created_at: sheet.updated_at,
    deleted_at: null,
  }
  await insertScorecard(tx, row)
  return row
}

/** Drift is measured against a calculation that is there. */
async function checkBaseline(tx: Tx, { sheet }: LoadedSheet, baseline: Json | null) {
  const pinned = baseline?.['calculation_id']
  if (pinned == null) return
  const id = typeof pinned === 'string' ? readUuid(pinned) : null
  const key = { workspace_id: sheet.workspace_id, sheet: sheet.number }
  if (id && (await findCalculationById(tx, key, id))) return
  throw new Refusal('bad_request', 'baseline_config.calculation_id: the sheet has no such calculation.', {
    field: 'baseline_config.calculation_id',
  })
}
