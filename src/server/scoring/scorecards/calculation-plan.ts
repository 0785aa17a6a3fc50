import type { Json } from '../../../engine/columns/index.ts'
import { type Aggregation, readAggregation, type Step } from '../../../engine/sheet/index.ts'
import type { Database, ScorecardCalculationRow } from '../../db/index.ts'
import type { LoadedSheet } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { readSettings } from '../../workspaces/index.ts'
import { planStep, type StepPlan } from './step-plan.ts'
import { parseSteps, type StoredStep, stepOf } from './stored-step.ts'

export interface PlannedStep {
  readonly plan: StepPlan
  readonly stored: StoredStep
}

/** The steps of a calculation, with the present columns that they read. */
export interface CalculationPlan {
  readonly steps: readonly Step[]
  readonly aggregation: Aggregation
  /** Steps that are evaluated for each row. */
  readonly ofRows: readonly PlannedStep[]
  /** Steps that are evaluated once for a column. */
  readonly ofColumns: readonly PlannedStep[]
}

type Configured = Pick<ScorecardCalculationRow, 'steps' | 'aggregation'>

export function planCalculation(loaded: LoadedSheet, configured: Configured, judge: Json): CalculationPlan {
  const planned = parseSteps(configured.steps).map((stored, index): PlannedStep => {
    const { plan } = planStep(loaded, stepOf(stored, index), stored.dependencies, judge)
    return { plan, stored }
  })
  return {
    steps: planned.map(({ plan }) => plan.step),
    aggregation: readAggregation(JSON.parse(configured.aggregation) as Record<string, unknown>),
    ofRows: planned.filter(({ plan }) => plan.task.kind !== 'aggregate'),
    ofColumns: planned.filter(({ plan }) => plan.task.kind === 'aggregate'),
  }
}

/** The default model of judges. It is part of their inputs, because another model judges differently. */
export async function judgeOf(db: Database, workspace: WorkspaceId): Promise<Json> {
  return ((await readSettings(db, workspace)).evaluator_model ?? null) as Json
}

export interface RowsPayload {
  readonly sheet: number
  readonly calculation: number
  readonly batch: number
  /** The first and the last row id, both inclusive. */
  readonly from: number
  readonly to: number
}

export type FinishPayload = Pick<RowsPayload, 'sheet' | 'calculation'>
