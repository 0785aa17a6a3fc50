import type { Json } from '../../../engine/json/json.ts'
import { hash128, staleState } from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { ScorecardCalculationRow, ScorecardRow, SheetRowRow, Store } from '../../db/index.ts'
import { readCells, withIndex } from '../../sheets/index.ts'
import {
  type LoadedSheet,
  RowOrder,
  rowIdsWithChangedCells,
  rowIdsWithChangedTexts,
} from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { SheetCache } from '../sheet-cache.ts'
import { type CalculationPlan, judgeOf, planCalculation } from './calculation-plan.ts'
import { isCancelledWhole } from './cancelled-parts.ts'
import { parseResults } from './earlier-result.ts'
import type { StoredResult } from './evaluate-step.ts'
import {
  countRowsFrom,
  selectResults,
  selectResultsInRowOrder,
  selectRowsById,
  selectRowsWithOpenCells,
  selectStaleIds,
} from './result-queries.ts'
import type { Scope } from './scope.ts'
import { readInputs, type StepInputs } from './step-inputs.ts'
import type { StepPlan } from './step-plan.ts'
import { parseSteps, stepOf } from './stored-step.ts'

/** Maximum rows that are checked; one stale row is enough. */
const maxChecked = 1000

export interface PresentedStaleState {
  readonly is_stale: boolean
  readonly reasons: string[]
  readonly stale_step_ids: string[]
  readonly stale_row_indices: number[]
}

/** A check reads up to a thousand rows, and clients poll it. An older answer may only be “stale”. */
const staleStates = new SheetCache<PresentedStaleState>(({ is_stale }) => is_stale)

/** Says why a calculation is stale. Rows that changed are compared by the hashes of their steps' inputs. */
export async function staleStateOf(
  { store }: Pick<Context, 'store'>,
  loaded: LoadedSheet,
  scorecard: ScorecardRow,
  calculation: ScorecardCalculationRow,
): Promise<PresentedStaleState> {
  const judge = await judgeOf(store.db, loaded.sheet.workspace_id as WorkspaceId)
  const variant = JSON.stringify([calculation.id, scorecard.config_hash, scorecard.steps, judge])
  const { result } = await staleStates.read(store, loaded, hash128(variant), () =>
    compareSheet(store, loaded, scorecard, calculation, judge),
  )
  return result
}

async function compareSheet(
  store: Store,
  loaded: LoadedSheet,
  scorecard: ScorecardRow,
  calculation: ScorecardCalculationRow,
  judge: Json,
): Promise<PresentedStaleState> {
  const { sheet } = loaded
  const steps = parseSteps(scorecard.steps).map(stepOf)
  const calculatedSteps = parseSteps(calculation.steps).map(stepOf)
  const plan = planCalculation(loaded, calculation, judge)
  const added = await countRowsFrom(store.scan, sheet, calculation.next_row_id)
  const rows = await rowsSince(store.scan, loaded, calculation, plan)
  const state = staleState(
    {
      configHash: calculation.config_hash,
      steps: new Map(calculatedSteps.map(({ id, configHash }) => [id, configHash])),
    },
    steps,
    scorecard.config_hash,
    {
      changed: rows.changed,
      stale: rows.stale,
      added: added === 0 ? [] : await indexesFrom(store.scan, loaded, calculation.next_row_id),
      removed: Math.max(0, calculation.total_rows - (sheet.row_count - added)),
      leftOut: rows.leftOut,
    },
    {
      changed: stepsWithDeletedSource(plan, calculation),
      leftOut: new Set([...rows.stepsLeftOut, ...cancelledSteps(plan, calculation)]),
    },
  )
  return {
    is_stale: state.isStale,
    reasons: [...state.reasons],
    stale_step_ids: [...state.stepIds],
    stale_row_indices: [...state.rowIndexes],
  }
}

type Db = Context['store']['db']

/** Steps over columns whose source was deleted after the calculation. */
function stepsWithDeletedSource(
  { ofColumns }: CalculationPlan,
  { criteria }: ScorecardCalculationRow,
): Set<string> {
  const calculatedCriteria = JSON.parse(criteria ?? '{}') as Record<string, { verdict?: string }>
  const broken = ofColumns.filter(
    ({ plan: { step, problem } }) => problem !== null && calculatedCriteria[step.id]?.verdict !== 'error',
  )
  return new Set(broken.map(({ plan }) => plan.step.id))
}

/** The ids of the steps over columns that were cancelled as a whole. */
function cancelledSteps({ ofColumns }: CalculationPlan, { narrowed }: ScorecardCalculationRow): string[] {
  const scopes = JSON.parse(narrowed) as Scope[]
  return ofColumns.map(({ plan }) => plan.step.id).filter((id) => isCancelledWhole(scopes, id))
}

interface ChangesSince {
  readonly changed: readonly number[]
  readonly stale: readonly number[]
  readonly leftOut: readonly number[]
  readonly stepsLeftOut: ReadonlySet<string>
}

async function rowsSince(
  db: Db,
  loaded: LoadedSheet,
  calculation: ScorecardCalculationRow,
  plan: CalculationPlan,
): Promise<ChangesSince> {
  const { sheet } = loaded
  const { sheet_revision: from } = calculation
  const columns = [...plan.ofRows, ...plan.ofColumns].flatMap(({ plan: { sources, leftSources } }) =>
    [...sources, ...leftSources].flatMap(({ column }) => column ?? []),
  )
  const columnNumbers = columns.filter((column) => column.sheet === sheet.number).map(({ number }) => number)
  const changedRows =
    sheet.version_count === from
      ? []
      : [
          ...(await rowIdsWithChangedTexts(db, sheet, from, sheet.version_count, maxChecked)),
          ...(await rowIdsWithChangedCells(db, sheet, from, sheet.version_count, maxChecked)),
        ]
  const ids = new Set([
    ...changedRows,
    ...(await selectRowsWithOpenCells(db, sheet, [...new Set(columnNumbers)], maxChecked)),
    ...(await selectStaleIds(db, calculation, maxChecked)),
  ])
  for (const id of await rowsOfChangedColumns(db, loaded, calculation, plan)) ids.add(id)
  const checkedIds = [...ids].filter((id) => id < calculation.next_row_id).slice(0, maxChecked)
  const states = await compareRows(db, loaded, calculation, plan, await selectRowsById(db, sheet, checkedIds))
  const wholeColumns = plan.ofColumns.length > 0 ? new Set(changedRows) : new Set<number>()
  return {
    changed: states.filter(({ id, changed }) => changed || wholeColumns.has(id)).map(({ index }) => index),
    stale: states.filter(({ stale }) => stale).map(({ index }) => index),
    leftOut: states.filter(({ leftOut }) => leftOut.length > 0).map(({ index }) => index),
    stepsLeftOut: new Set(states.flatMap(({ leftOut }) => leftOut)),
  }
}

/** Deleting or renaming a column changes the inputs of all rows but changes no row, so one row is checked. */
async function rowsOfChangedColumns(
  db: Db,
  loaded: LoadedSheet,
  calculation: ScorecardCalculationRow,
  plan: CalculationPlan,
): Promise<number[]> {
  if (loaded.sheet.version_count === calculation.sheet_revision) return []
  const scored = async (limit: number) => {
    const page = { position: 0, verdict: undefined, limit }
    return (await selectResultsInRowOrder(db, calculation, page)).map(({ row_id }) => row_id)
  }
  const firstRow = await selectRowsById(db, loaded.sheet, await scored(1))
  const [inputs] = await compareRows(db, loaded, calculation, plan, firstRow)
  return inputs?.changed ? scored(maxChecked) : []
}

export interface RowState {
  readonly id: number
  readonly index: number
  /** True if an input of a step has changed. */
  readonly changed: boolean
  /** True if an input of a step is stale. */
  readonly stale: boolean
  /** The steps without a result for this row. */
  readonly leftOut: readonly string[]
}

/** Compares rows with their results in the calculation. */
export async function compareRows(
  db: Db,
  loaded: LoadedSheet,
  calculation: ScorecardCalculationRow,
  plan: CalculationPlan,
  rows: readonly SheetRowRow[],
): Promise<RowState[]> {
  const order = RowOrder.parse(loaded.sheet.gaps)
  const indexed = rows.map((row) => withIndex(order, row))
  const cells = await readCells(db, loaded, indexed)
  const results = await selectResults(
    db,
    calculation,
    rows.map(({ id }) => id),
  )
  return indexed.flatMap((row): RowState[] => {
    const result = results.get(row.id)
    if (!result) return []
    const stored = parseResults(result)
    const states = plan.ofRows.map(({ plan: stepPlan }) => ({
      plan: stepPlan,
      inputs: readInputs(stepPlan, cells, row),
      stored: stored[stepPlan.step.id],
    }))
    const isStale = states.some(({ inputs }) => inputs.isStale)
    return [
      {
        id: row.id,
        index: row.index,
        changed: states.some(hasChangedInputs),
        stale: isStale || plan.ofColumns.some((column) => readInputs(column.plan, cells, row).isStale),
        leftOut: states.filter((state) => state.stored?.isLeftOut).map((state) => state.plan.step.id),
      },
    ]
  })
}

interface StepState {
  readonly plan: StepPlan
  readonly inputs: StepInputs
  readonly stored: StoredResult | undefined
}

/**
 * True if a step now reads other inputs. A deleted source has the hash of an empty cell, so missing sources are
 * compared separately.
 */
const hasChangedInputs = ({ plan, inputs, stored }: StepState): boolean =>
  stored?.input_hash !== inputs.inputHash || (plan.problem !== null && stored.verdict !== 'error')

async function indexesFrom(db: Db, { sheet }: LoadedSheet, id: number): Promise<number[]> {
  const order = RowOrder.parse(sheet.gaps)
  const rows = await selectRowsById(db, sheet, { from: id, to: id + maxChecked })
  return rows.map(({ position }) => order.indexOf(position))
}
