import { columnTypes, type Evaluator, type Json } from '../../../engine/columns/index.ts'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import {
  type Dependency,
  Graph,
  inputHasher,
  type SheetColumn,
  type Source,
  type Step,
  type StepTask,
  sourceProblem,
  sourceTitle,
  stepTask,
} from '../../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import type { LoadedSheet } from '../../sheets/storage/index.ts'

/** A column that a step reads; null if the column does not exist, which code may accept. */
export interface PlannedSource {
  readonly column: SheetColumnRow | null
  readonly part: string | null
  readonly title: string
  /** True if the step cannot be evaluated without this value. */
  readonly isRequired: boolean
}

/** The part of a step that all rows share. */
export interface StepPlan {
  readonly step: Step
  readonly task: StepTask
  readonly sources: readonly PlannedSource[]
  /** The columns to the left, for code that reads whole rows. */
  readonly leftSources: readonly PlannedSource[]
  readonly acceptsFailed: boolean
  /** Set if the step is evaluated like a column. */
  readonly evaluator: Evaluator | null
  /** True if the step calls models or code. */
  readonly needsCalls: boolean
  /** True if its calls may cost money; code of the sandbox costs nothing. */
  readonly mayCost: boolean
  /** Why the step cannot be evaluated for any row; null if it can. */
  readonly problem: string | null
  readonly dependencies: readonly Source[]
  hash(values: readonly Json[]): string
}

/** The sources of a step, with titles that are not resolved yet. */
interface Reads extends Pick<SheetColumn, 'references' | 'seesRow' | 'acceptsFailed'> {
  readonly evaluator: Evaluator | null
  readonly needsCalls: boolean
  readonly mayCost: boolean
}

/** Plans a step. @throws Refusal 'bad_request' if the config does not suit the primitive. */
export function planStep(
  loaded: LoadedSheet,
  step: Step,
  dependencies: readonly Dependency[],
  judge: Json,
): { readonly plan: StepPlan; readonly graph: Graph } {
  const task = stepTask(step)
  const reads = readsOf(task)
  const graph = new Graph([...loaded.graph.columns, columnOf(loaded, step, reads, dependencies)])
  const sources = graph.sources(step.id)
  const leftColumns = reads.seesRow ? graph.left(step.id).flatMap(({ id }) => loaded.byId.get(id) ?? []) : []
  const titles = leftColumns.map(({ title }) => title)
  const evaluator = step.primitive === 'LLM_ASSERTION' ? judge : null
  const hasher = inputHasher({ definition: step.configHash, resolved: {}, model: null, evaluator, titles })
  const plan: StepPlan = {
    step,
    task,
    sources: sources.map((source) => plannedSource(source, loaded)),
    leftSources: leftColumns.map((column) => ({
      column,
      part: null,
      title: column.title,
      isRequired: false,
    })),
    acceptsFailed: reads.acceptsFailed,
    evaluator: reads.evaluator,
    needsCalls: reads.needsCalls,
    mayCost: reads.mayCost,
    problem: sourceProblem(graph, step.id),
    dependencies: sources,
    hash: (values) => hasher.hash(values),
  }
  return { plan, graph }
}

function readsOf(task: StepTask): Reads {
  const noReads = { seesRow: false, acceptsFailed: false, evaluator: null, needsCalls: false, mayCost: false }
  if (task.kind === 'tools') return { ...noReads, references: [{ key: 'source', target: task.source }] }
  if (task.kind === 'aggregate') {
    const label = task.label === null ? [] : [{ key: 'label_source', target: task.label }]
    return { ...noReads, references: [{ key: 'source', target: task.source }, ...label] }
  }
  const type = columnTypes[task.type as ColumnTypeName]
  const config = type.config(task.config)
  return {
    references: type.dependsOn(config),
    seesRow: type.seesRow?.(config) ?? false,
    acceptsFailed: type.acceptsFailedSources?.(config) ?? false,
    evaluator: type.evaluator(config),
    needsCalls: type.cost !== 'none',
    mayCost: type.cost !== 'none' && type.cost !== 'compute',
  }
}

/** The step as a column. It counts as the rightmost column, so that code sees all others. */
function columnOf(
  { sheet }: LoadedSheet,
  { id, title, configHash }: Step,
  { references, seesRow, acceptsFailed }: Reads,
  submitted: readonly Dependency[],
): SheetColumn {
  return {
    id,
    sheet: sheet.id,
    title,
    references,
    submitted,
    seesRow,
    acceptsFailed,
    rank: Number.MAX_VALUE,
    kind: 'computed',
    seesTitles: seesRow,
    system: true,
    definition: configHash,
  }
}

const mayBeMissing: ReadonlySet<string | null> = new Set([
  'variable_mappings',
  'prompt_source',
  'label_source',
])

function plannedSource(source: Source, { byId }: LoadedSheet): PlannedSource {
  const { column: id, part, key, optional } = source
  const column = id === null ? null : (byId.get(id) ?? null)
  return {
    column,
    part,
    title: sourceTitle(source, (columnId) => byId.get(columnId)),
    isRequired: !optional && !mayBeMissing.has(key),
  }
}
