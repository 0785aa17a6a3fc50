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
  readonly ready: { readonly kind: 'ready'; readonly inputs: Inputs } | Trouble
}

/** Why a cell cannot be read. */
interface Trouble {
  readonly kind: 'failed' | 'missing'
  readonly message: string
}

interface Found {
  readonly source: PlannedSource
  readonly value: Json
  readonly isFresh: boolean
  readonly trouble: Trouble | null
}

export function readInputs(plan: StepPlan, cells: RowCells, row: IndexedRow): StepInputs {
  const sources = plan.sources.map((source) => find(plan, source, cells, row))
  const left = plan.left.map((source) => find(plan, source, cells, row))
  const found = [...sources, ...left]
  // Code and prompts accept a null result, but no cell without a result. The values do not tell them apart.
  const marks = found.flatMap(({ source, trouble }) => (source.isRequired ? [] : (trouble?.kind ?? [])))
  const inputHash = plan.hash([...found.map(({ value }) => value), ...marks])
  const isStale = found.some(({ isFresh }) => !isFresh)
  const trouble = found.find((one) => one.trouble)?.trouble
  if (plan.problem !== null) return { inputHash, isStale, ready: { kind: 'failed', message: plan.problem } }
  if (trouble) return { inputHash, isStale, ready: trouble }
  const inputs: Inputs = {
    values: sources.map(({ value }) => value),
    titles: plan.sources.map(({ title }) => title),
    row: () => Object.fromEntries(left.map(({ source, value }) => [source.title, value])),
  }
  return { inputHash, isStale, ready: { kind: 'ready', inputs } }
}

/** True if the value matches its inputs. An error counts as a value. */
const isFresh = ({ status }: CellContent): boolean => status === 'COMPLETED' || status === 'FAILED'

function find({ acceptsFailed }: StepPlan, source: PlannedSource, cells: RowCells, row: IndexedRow): Found {
  const { column, part, isRequired } = source
  if (!column) return { source, value: null, isFresh: true, trouble: null }
  const content = cells.content(column, row)
  if (content.status === 'FAILED') {
    const trouble = { kind: 'failed', message: `Column "${column.title}" failed in this row` } as const
    return { source, value: null, isFresh: true, trouble: acceptsFailed ? null : trouble }
  }
  const value = sourceValue(content, part)
  const isMissing = value === null && (!isFresh(content) || (isRequired && isWritten(column)))
  const message = `Column "${column.title}" has no value in this row`
  const trouble = isMissing ? ({ kind: 'missing', message } as const) : null
  return { source, value, isFresh: isFresh(content), trouble }
}

/** True for columns whose null means that no value was written. In other columns null is a result. */
const isWritten = ({ type }: SheetColumnRow): boolean =>
  type === 'TEXT' || type === 'TRACE' || type === 'HUMAN'
