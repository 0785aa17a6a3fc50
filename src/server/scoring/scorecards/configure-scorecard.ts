import { randomUUIDv7 } from 'node:crypto'
import { badField } from '../../../engine/refusal.ts'
import { readAggregation, scorecardHash } from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { ScorecardRow, SheetRow, Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { type LoadedSheet, loadForChange, readUuid, recordPart } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { findCalculationById } from './calculation-queries.ts'
import { cancelAll } from './cancel-scorecard.ts'
import { describeScorecard } from './describe-scorecard.ts'
import { knownColumns } from './known-columns.ts'
import { readSteps } from './read-steps.ts'
import { countCalculations, findScorecard, insertScorecard, updateScorecard } from './scorecard-queries.ts'
import { parseSteps, type StoredStep, stepOf } from './stored-step.ts'

type Json = Readonly<Record<string, unknown>>

/** The content of a scorecard, after checks. */
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
  const { store, jobs, now } = context
  const { loaded, scorecard, cancelledIds } = await store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const storedScorecard = await findScorecard(tx, loaded.sheet)
    const content: ScorecardContent = {
      name: body.name,
      evaluated_column_ids: knownColumns(
        body.evaluated_column_ids,
        loaded,
        storedScorecard ? (JSON.parse(storedScorecard.evaluated_column_ids) as string[]) : [],
        'evaluated_column_ids',
      ),
      steps: readSteps(
        body.steps,
        storedScorecard ? parseSteps(storedScorecard.steps) : [],
        loaded,
        loaded.sheet.updated_at,
      ),
      aggregation: body.aggregation,
      display_config: body.display_config ?? null,
      baseline_config: body.baseline_config ?? null,
    }
    await checkBaseline(tx, loaded, content.baseline_config)
    return { loaded, ...(await saveScorecard(context, tx, loaded, storedScorecard, content)) }
  })
  for (const run of cancelledIds) jobs.cancelled(run)
  const described = await describeScorecard(context, loaded, scorecard)
  return { success: true as const, scorecard: described.scorecard, version: loaded.sheet.version_count }
}

interface SavedScorecard {
  readonly scorecard: ScorecardRow
  /** The runs of the cancelled calculations. Call `jobs.cancelled` for them after the commit. */
  readonly cancelledIds: readonly string[]
}

/** Creates or replaces the sheet's scorecard, and cancels calculations of the previous one. */
export async function saveScorecard(
  context: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  loaded: LoadedSheet,
  before: ScorecardRow | undefined,
  content: ScorecardContent,
): Promise<SavedScorecard> {
  if (!before) return { scorecard: await makeScorecard(tx, loaded, content), cancelledIds: [] }
  const { sheet } = loaded
  await recordPart(tx, sheet, 'scores')
  const change = changeOf(sheet, content)
  await updateScorecard(tx, before, change)
  const scorecard = { ...before, ...change }
  if (before.config_hash === scorecard.config_hash) return { scorecard, cancelledIds: [] }
  const workspace = sheet.workspace_id as WorkspaceId
  return {
    scorecard,
    cancelledIds: await cancelAll(context, tx, workspace, scorecard, 'The scorecard was changed.'),
  }
}

export async function makeScorecard(
  tx: Tx,
  { sheet }: LoadedSheet,
  content: ScorecardContent,
): Promise<ScorecardRow> {
  await recordPart(tx, sheet, 'scores')
  const row: ScorecardRow = {
    workspace_id: sheet.workspace_id,
    sheet: sheet.number,
    id: randomUUIDv7(),
    ...changeOf(sheet, content),
    calculations: await countCalculations(tx, sheet),
    created_at: sheet.updated_at,
    deleted_at: null,
  }
  await insertScorecard(tx, row)
  return row
}

function changeOf({ updated_at }: SheetRow, content: ScorecardContent) {
  const aggregation = readAggregation(content.aggregation)
  const { requiredStepFailure, thresholds, method } = aggregation
  return {
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
    updated_at,
  }
}

/** Refuses a baseline that is not an existing calculation. */
async function checkBaseline(tx: Tx, { sheet }: LoadedSheet, baseline: Json | null) {
  const pinned = baseline?.['calculation_id']
  if (pinned == null) return
  const id = typeof pinned === 'string' ? readUuid(pinned) : null
  const key = { workspace_id: sheet.workspace_id, sheet: sheet.number }
  if (id && (await findCalculationById(tx, key, id))) return
  throw badField(
    'baseline_config.calculation_id',
    'baseline_config.calculation_id: the sheet has no such calculation.',
  )
}
