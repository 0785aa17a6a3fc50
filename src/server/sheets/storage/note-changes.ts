import type { RowSet } from '../../../engine/sheet/index.ts'
import type { SheetRow, Tx } from '../../db/index.ts'
import { appendNotes } from './change-queries.ts'
import { coarse } from './coarse.ts'
import type { LoadedSheet } from './load-sheet.ts'

/** What of a sheet is other than before, beside its cells. */
export const sheetParts = ['columns', 'rows', 'versions', 'scores', 'sheet'] as const
export type SheetPart = (typeof sheetParts)[number]

/** Cells of some columns, by their numbers. */
export interface CellsNote {
  readonly columns: readonly number[]
  readonly rows: RowSet
}

export interface PartNote {
  readonly part: SheetPart
}

export interface OperationNote {
  /** That began: it may be over before anybody looks. */
  readonly operation: string
}

export type Note = CellsNote | PartNote | OperationNote

/** For those who watch the sheet, within the change that it has begun. */
export async function notePart(tx: Tx, sheet: SheetRow, part: SheetPart): Promise<void> {
  await appendNotes(tx, sheet, [{ part } satisfies PartNote])
}

export async function noteOperation(tx: Tx, sheet: SheetRow, operation: string): Promise<void> {
  await appendNotes(tx, sheet, [{ operation } satisfies OperationNote])
}

interface ColumnRange {
  readonly column: string
  readonly rows: RowSet
}

/** As `notePart`, of cells whose state or value is another; what mirrors show of them is too. */
export async function noteCells(
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
    const few = coarse(rows)
    add(column, few)
    for (const reached of graph.downstream(column))
      if (graph.find(reached.column)!.kind === 'mirror')
        add(reached.column, reached.rows === 'all' ? 'all' : few)
  }
  for (const [id, groups] of bySheet) {
    const sheet = sheets.get(id)
    if (!sheet) continue
    const notes = [...groups.values()].map(
      ({ columns, rows }): CellsNote => ({ columns: [...columns], rows }),
    )
    await appendNotes(tx, sheet, notes)
  }
}
