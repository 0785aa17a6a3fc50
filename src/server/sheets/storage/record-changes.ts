import type { RowSet } from '../../../engine/sheet/index.ts'
import type { SheetRow, Tx } from '../../db/index.ts'
import { appendChanges } from './change-queries.ts'
import type { LoadedSheet } from './load-sheet.ts'
import { mergeRanges } from './merge-ranges.ts'

/** The parts of a sheet that can change, besides its cells. */
export const sheetParts = ['columns', 'rows', 'versions', 'scores', 'sheet'] as const
export type SheetPart = (typeof sheetParts)[number]

/** Changed cells of some columns, which are given by their ids. */
export interface CellsChange {
  readonly columns: readonly number[]
  readonly rows: RowSet
}

export interface PartChange {
  readonly part: SheetPart
}

export interface OperationStart {
  /** An operation that started. It may have ended when the event is read. */
  readonly operation: string
}

export type RecordedChange = CellsChange | PartChange | OperationStart

/** Records a change of a part, in the transaction of the change, for clients that watch the sheet. */
export async function recordPart(tx: Tx, sheet: SheetRow, part: SheetPart): Promise<void> {
  await appendChanges(tx, sheet, [{ part } satisfies PartChange])
}

export async function recordOperation(tx: Tx, sheet: SheetRow, operation: string): Promise<void> {
  await appendChanges(tx, sheet, [{ operation } satisfies OperationStart])
}

interface ColumnRange {
  readonly column: string
  readonly rows: RowSet
}

/** Records changed cells, and the mirrors that show them. */
export async function recordCells(
  tx: Tx,
  { graph, byId, sheets }: Pick<LoadedSheet, 'graph' | 'byId' | 'sheets'>,
  ranges: readonly ColumnRange[],
): Promise<void> {
  const bySheet = new Map<string, Map<string, { readonly columns: Set<number>; readonly rows: RowSet }>>()
  const add = (id: string, rows: RowSet) => {
    const column = byId.get(id)
    const sheet = graph.find(id)?.sheet
    if (!column || sheet === undefined) return
    const groups = bySheet.get(sheet) ?? new Map()
    bySheet.set(sheet, groups)
    const key = JSON.stringify(rows)
    const group = groups.get(key) ?? { columns: new Set<number>(), rows }
    groups.set(key, group)
    group.columns.add(column.number)
  }
  for (const { column, rows } of ranges) {
    const merged = mergeRanges(rows)
    add(column, merged)
    for (const dependent of graph.downstream(column))
      if (graph.find(dependent.column)!.kind === 'mirror')
        add(dependent.column, dependent.rows === 'all' ? 'all' : merged)
  }
  for (const [id, groups] of bySheet) {
    const sheet = sheets.get(id)
    if (!sheet) continue
    const notes = [...groups.values()].map(
      ({ columns, rows }): CellsChange => ({ columns: [...columns], rows }),
    )
    await appendChanges(tx, sheet, notes)
  }
}
