import { randomUUIDv7 } from 'node:crypto'
import type { Body, Endpoints } from '../../../contract/index.ts'
import { readSentConfig } from '../../../engine/columns/index.ts'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { badField, Refusal } from '../../../engine/refusal.ts'
import {
  checkColumn,
  checkStepInput,
  dependenciesOf,
  readStep,
  type Step,
  stepTask,
} from '../../../engine/sheet/index.ts'
import type { LoadedSheet } from '../../sheets/storage/index.ts'
import { knownColumns } from './known-columns.ts'
import { planStep } from './step-plan.ts'
import type { StoredStep } from './stored-step.ts'

export type SentStep = NonNullable<Body<Endpoints['configureScorecard']>['steps']>[number]

/**
 * Converts steps to the stored form. A step with an existing id keeps the id and its history; others get new ids.
 * @throws Refusal 'bad_request' that names the step and the field.
 */
export function readSteps(
  stepInputs: readonly SentStep[],
  before: readonly StoredStep[],
  loaded: LoadedSheet,
  now: number,
): StoredStep[] {
  const stepsBefore = new Map(before.map((step) => [step.id, step]))
  const usedIds = new Set<string>()
  const ordered = stepInputs.toSorted(
    (a, b) => (a.order_index ?? stepInputs.indexOf(a)) - (b.order_index ?? stepInputs.indexOf(b)),
  )
  return ordered.map((stepInput, index) => {
    const earlier = stepInput.id == null ? undefined : stepsBefore.get(stepInput.id)
    if (earlier && usedIds.has(earlier.id))
      throw bad(`steps.${index}.id: another step has the same id.`, `steps.${index}.id`)
    usedIds.add(earlier?.id ?? '')
    return storedStep(stepInput, index, earlier, loaded, now)
  })
}

function storedStep(
  stepInput: SentStep,
  index: number,
  earlier: StoredStep | undefined,
  loaded: LoadedSheet,
  now: number,
): StoredStep {
  const id = earlier?.id ?? randomUUIDv7()
  const config = canonicalConfig({ ...stepInput, id }, index)
  const step = readStep({ ...stepInput, id, primitive_config: config }, index)
  const { plan, graph } = withStepTitle(stepInput.title, () => planStep(loaded, step, [], null))
  withStepTitle(stepInput.title, () => checkColumn(graph, id, loaded.graph))
  const foreignSource = plan.sources.find(({ column }) => column && column.sheet !== loaded.sheet.number)
  if (foreignSource)
    throw bad(
      `Step "${stepInput.title}" reads "${foreignSource.title}" of another sheet: show it by a COMPOSITION first.`,
    )
  checkColumns(stepInput, index, loaded)
  const dependencies = dependenciesOf(plan.dependencies)
  const readColumnIds = [...new Set(dependencies.map(({ column_id }) => column_id))]
  const stored: StoredStep = {
    id,
    title: stepInput.title,
    primitive_type: step.primitive,
    primitive_config: config,
    dependencies,
    source_column_ids: stepInput.source_column_ids?.length
      ? knownColumns(
          stepInput.source_column_ids,
          loaded,
          earlier?.source_column_ids ?? [],
          `steps.${index}.source_column_ids`,
        )
      : readColumnIds,
    weight: step.weight,
    required: step.required,
    thresholds: step.thresholds,
    score_adapter: (stepInput.score_adapter ?? null) as StoredStep['score_adapter'],
    description: stepInput.description ?? null,
    target_column_id: stepInput.target_column_id ?? null,
    evidence_mode: stepInput.evidence_mode ?? 'summary',
    created_at: earlier?.created_at ?? now,
    updated_at: now,
  }
  const isUnchanged =
    earlier && JSON.stringify({ ...stored, updated_at: earlier.updated_at }) === JSON.stringify(earlier)
  return isUnchanged ? earlier : stored
}

/** The config in the canonical form of the primitive's column type, so that equal checks are equal texts. */
function canonicalConfig(stepInput: SentStep & { readonly id: string }, index: number): Step['config'] {
  const step = readStep(stepInput, index)
  const task = withStepTitle(stepInput.title, () => stepTask(step))
  checkStepInput(step)
  if (task.kind !== 'column') return step.config
  const config = withStepTitle(stepInput.title, () =>
    readSentConfig<Step['config']>(task.type as ColumnTypeName, task.config),
  )
  return task.type === step.primitive ? config : step.config
}

function checkColumns({ target_column_id: target }: SentStep, index: number, { columns }: LoadedSheet) {
  if (target != null && !columns.some(({ id }) => id === target))
    throw bad(
      `steps.${index}.target_column_id: the sheet has no such column.`,
      `steps.${index}.target_column_id`,
    )
}

/** Runs the work and adds the title of the step to its refusals. */
function withStepTitle<T>(title: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.message.startsWith('Step "')) throw error
    throw new Refusal(error.code, `Step "${title}": ${error.message}`, error.data)
  }
}

const bad = (message: string, field = 'steps') => badField(field, message)
