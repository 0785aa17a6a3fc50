import type { Cell, Column, Row, SelectedCells } from '../sheets/index.ts'
import { isComputed } from '../sheets/values.ts'

/** The cells of a run; absent fields do not restrict it. */
export interface Scope {
  readonly statuses?: Cell['status'][]
  readonly column_ids?: string[]
  readonly row_ids?: number[]
}

export type ScopeName = 'stale' | 'first' | 'selection' | 'column' | 'versions' | 'failed' | 'everything'

export interface Choice {
  readonly name: ScopeName
  readonly label: string
  readonly cells: number
  readonly scope: Scope
  /** The name of the version that can be saved first, where the run may replace the values of a column. */
  readonly versionBefore?: string
}

export interface Counts {
  readonly [status: string]: number
}

interface SheetState {
  readonly counts: Counts
  readonly totalCells: number
  readonly rowCount: number
  /** The stale cells of the first rows; null while these rows are not loaded. */
  readonly staleInFirstRows: number | null
  /** The cells selected in the grid. */
  readonly selection: SelectedCells | null
}

/** Number of rows that are run first as a trial. */
export const trialRows = 5

/** Number of stale computed cells in the rows. */
export const countStale = (columns: readonly Column[], rows: readonly Row[]): number =>
  rows.reduce(
    (sum, { cells }) =>
      sum + columns.filter((column) => isComputed(column) && cells[column.id]?.status === 'STALE').length,
    0,
  )

/** All states except those of cells that are queued or running. */
const anyState: Cell['status'][] = ['STALE', 'FAILED', 'COMPLETED']

/** The offered scopes, the default first; empty scopes are left out, except the default. */
export function choicesOf(sheet: SheetState): readonly Choice[] {
  const { counts, totalCells } = sheet
  const all: (Choice | null)[] = [
    { name: 'stale', label: 'Stale cells', cells: counts['STALE'] ?? 0, scope: { statuses: ['STALE'] } },
    trialChoice(sheet),
    selectionChoice(sheet),
    columnChoice(sheet),
    { name: 'failed', label: 'Failed cells', cells: counts['FAILED'] ?? 0, scope: { statuses: ['FAILED'] } },
    {
      name: 'everything',
      label: 'Everything',
      cells: totalCells,
      scope: { statuses: anyState },
      ...((counts['COMPLETED'] ?? 0) > 0 && { versionBefore: 'Before everything was run again' }),
    },
  ]
  return all.filter((choice) => choice !== null).filter(({ name, cells }) => name === 'stale' || cells > 0)
}

function trialChoice({ staleInFirstRows, rowCount }: SheetState): Choice | null {
  if (staleInFirstRows === null || rowCount <= trialRows) return null
  const rows = Array.from({ length: trialRows }, (_none, index) => index)
  return {
    name: 'first',
    label: `First ${trialRows} rows`,
    cells: staleInFirstRows,
    scope: { row_ids: rows, statuses: ['STALE'] },
  }
}

function selectionChoice({ selection, rowCount }: SheetState): Choice | null {
  if (!selection || rowCount === 0) return null
  const chosen = selection.columns.filter(isComputed)
  const { top } = selection
  const bottom = Math.min(selection.bottom, rowCount - 1)
  const rows = Array.from({ length: bottom - top + 1 }, (_none, index) => top + index)
  return {
    name: 'selection',
    label: 'Selected cells',
    cells: rows.length * chosen.length,
    scope: {
      column_ids: chosen.map(({ id }) => id),
      ...(rows.length < rowCount && { row_ids: rows }),
      statuses: anyState,
    },
  }
}

function columnChoice({ selection, rowCount }: SheetState): Choice | null {
  const [column, ...others] = selection?.columns ?? []
  return !column || others.length > 0 || !isComputed(column) ? null : wholeColumn(column, rowCount)
}

export const wholeColumn = ({ id, title }: Column, rowCount: number): Choice => ({
  name: 'column',
  label: `Column ${title}`,
  cells: rowCount,
  scope: { column_ids: [id], statuses: anyState },
  versionBefore: `Before ${title} was run again`,
})

/** The cells of a column that were computed by other versions of its prompt. `used` names the current version. */
export const otherVersionCells = ({ id, title }: Column, rows: readonly number[], used: string): Choice => ({
  name: 'versions',
  label: `${title}: answers of other versions`,
  cells: rows.length,
  scope: { column_ids: [id], row_ids: [...rows], statuses: anyState },
  versionBefore: `Before ${used}`,
})

/** The choices with `first` at the start, in place of the choice with the same name. */
export const withFirst = (first: Choice | null, choices: readonly Choice[]): readonly Choice[] =>
  first ? [first, ...choices.filter(({ name }) => name !== first.name)] : choices

/** The name of the version that can be saved before the run. Undefined if the sheet has no value to replace. */
export const versionBefore = (chosen: Choice, choices: readonly Choice[]): string | undefined =>
  choices.some(({ name, versionBefore }) => name === 'everything' && versionBefore !== undefined)
    ? chosen.versionBefore
    : undefined
