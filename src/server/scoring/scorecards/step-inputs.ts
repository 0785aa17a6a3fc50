import type { Inputs, Json } from '../../../engine/columns/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import type { IndexedRow, RowCells } from '../../sheets/index.ts'
import type { CellContent } from '../../sheets/storage/index.ts'
import { sourceValue } from './source-value.ts'
import type { PlannedSource, StepPlan } from './step-plan.ts'

/** The values that a step reads in a row. */
export interface StepInputs {
  readonly inputHash: string
  /** True if an input is stale. */
  readonly isStale: boolean
  readonly ready: { readonly kind: 'ready'; readonly inputs: Inputs } | InputProblem
}

/** Why a cell cannot be read. */
interface InputProblem {
  readonly kind: 'failed' | 'missing'
  readonly message: string
}

interface SourceValue {
  readonly source: PlannedSource
  readonly value: Json
  readonly isFresh: boolean
  readonly problem: InputProblem | null
}

export function readInputs(plan: StepPlan, cells: RowCells, row: IndexedRow): StepInputs {
  const sources = plan.sources.map((source) => readSource(plan, source, cells, row))
  const left = plan.leftSources.map((source) => readSource(plan, source, cells, row))
  const sourceValues = [...sources, ...left]
  // Code and prompts accept a null result, but no cell without a result. Both have the value null, so the hash includes
  // the kind of problem too.
  const marks = sourceValues.flatMap(({ source, problem }) =>
    source.isRequired ? [] : (problem?.kind ?? []),
  )
  const inputHash = plan.hash([...sourceValues.map(({ value }) => value), ...marks])
  const isStale = sourceValues.some(({ isFresh }) => !isFresh)
  const problem = sourceValues.find((sourceValue) => sourceValue.problem)?.problem
  if (plan.problem !== null) return { inputHash, isStale, ready: { kind: 'failed', message: plan.problem } }
  if (problem) return { inputHash, isStale, ready: problem }
  const inputs: Inputs = {
    values: sources.map(({ value }) => value),
    titles: plan.sources.map(({ title }) => title),
    row: () => Object.fromEntries(left.map(({ source, value }) => [source.title, value])),
  }
  return { inputHash, isStale, ready: { kind: 'ready', inputs } }
}

/** True if the value matches its inputs. An error counts as a value. */
const isFresh = ({ status }: CellContent): boolean => status === 'COMPLETED' || status === 'FAILED'

function readSource(
  { acceptsFailed }: StepPlan,
  source: PlannedSource,
  cells: RowCells,
  row: IndexedRow,
): SourceValue {
  const { column, part, isRequired } = source
  if (!column) return { source, value: null, isFresh: true, problem: null }
  const content = cells.content(column, row)
  if (content.status === 'FAILED') {
    const problem = { kind: 'failed', message: `Column "${column.title}" failed in this row` } as const
    return { source, value: null, isFresh: true, problem: acceptsFailed ? null : problem }
  }
  const value = sourceValue(content, part)
  const isMissing = value === null && (!isFresh(content) || (isRequired && isWritten(column)))
  const message = `Column "${column.title}" has no value in this row`
  const problem = isMissing ? ({ kind: 'missing', message } as const) : null
  return { source, value, isFresh: isFresh(content), problem }
}

/** True for columns whose null means that no value was written. In other columns null is a result. */
const isWritten = ({ type }: SheetColumnRow): boolean =>
  type === 'TEXT' || type === 'TRACE' || type === 'HUMAN'
