import type { Inputs, Json } from '../../../engine/columns/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import type { IndexedRow, RowCells } from '../../sheets/index.ts'
import type { CellContent } from '../../sheets/storage/index.ts'
import { sourceValue } from './source-value.ts'
import type { PlannedSource, StepPlan } from './step-plan.ts'

/** What a step reads in a row. */
export interface StepInputs {
  readonly inputHash: string
  /** True if an input is stale. */
  readonly isStale: boolean
  readonly ready:
    | { readonly kind: 'ready'; readonly inputs: Inputs }
    | { readonly kind: 'failed' | 'missing'; readonly message: string }
}

interface Found {
  readonly value: Json
  readonly isFresh: boolean
  readonly trouble: { readonly kind: 'failed' | 'missing'; readonly message: string } | null
  /** True if the cell has failed and its column may be without a value. */
  readonly isFailedOption?: boolean
}

const nothing: Found = { value: null, isFresh: true, trouble: null }

const failureOf = ({ title }: SheetColumnRow) =>
  ({ kind: 'failed', message: `Column "${title}" failed in this row` }) as const

export function readInputs(plan: StepPlan, cells: RowCells, row: IndexedRow): StepInputs {
  const sources = plan.sources.map((source) => find(plan, source, cells, row))
  const leftOf = plan.left.map((column) => ({ column, content: cells.content(column, row) }))
  const values = sources.map(({ value }) => value)
  const failedLeft = leftOf.find(({ content }) => content.status === 'FAILED')?.column
  const inputHash = plan.hash([
    ...values,
    ...leftOf.map(({ content }) => content.value),
    // Marks a failure that the values do not show: code may accept a null result, but no failed cell.
    ...(failedLeft || sources.some(({ isFailedOption }) => isFailedOption) ? ['failed'] : []),
  ])
  const isStale = sources.some(({ isFresh }) => !isFresh) || leftOf.some(({ content }) => !isFresh(content))
  const trouble =
    sources.find((source) => source.trouble)?.trouble ?? (failedLeft ? failureOf(failedLeft) : null)
  if (plan.problem !== null) return { inputHash, isStale, ready: { kind: 'failed', message: plan.problem } }
  if (trouble) return { inputHash, isStale, ready: trouble }
  const inputs: Inputs = {
    values,
    titles: plan.sources.map(({ title }) => title),
    row: () => Object.fromEntries(leftOf.map(({ column, content }) => [column.title, content.value])),
  }
  return { inputHash, isStale, ready: { kind: 'ready', inputs } }
}

/** True if the value matches its inputs. An error counts as a value. */
const isFresh = ({ status }: CellContent): boolean => status === 'COMPLETED' || status === 'FAILED'

function find(
  { acceptsFailed }: StepPlan,
  { column, part, isRequired: essential }: PlannedSource,
  cells: RowCells,
  row: IndexedRow,
): Found {
  if (!column) return nothing
  const content = cells.content(column, row)
  const value = sourceValue(content, part)
  if (content.status === 'FAILED')
    return {
      value: null,
      isFresh: true,
      trouble: acceptsFailed ? null : failureOf(column),
      isFailedOption: !essential,
    }
  const isEmpty = value === null && (!isFresh(content) || isWritten(column))
  const message = `Column "${column.title}" has no value in this row`
  return {
    value,
    isFresh: isFresh(content),
    trouble: isEmpty && essential ? { kind: 'missing', message } : null,
  }
}

/** True for columns whose null means that no value was written. In other columns null is a result. */
const isWritten = ({ type }: SheetColumnRow): boolean =>
  type === 'TEXT' || type === 'TRACE' || type === 'HUMAN'
