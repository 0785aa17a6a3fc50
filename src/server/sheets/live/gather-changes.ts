import { type RowSet, union } from '../../../engine/sheet/index.ts'
import { coarse } from '../storage/coarse.ts'
import type { CellsNote, Note, SheetPart } from '../storage/note-changes.ts'

export interface KeptChange {
  readonly change: number
  readonly layout: number
  readonly notes: string
}

export interface Gathered {
  readonly parts: ReadonlySet<SheetPart>
  /** Columns with the same rows together. */
  readonly cells: readonly CellsNote[]
  /** Ids of those that began. */
  readonly operations: ReadonlySet<string>
}

/** What some changes come to. Cells of a layout that is no more stand elsewhere by now: all rows are read anew. */
export function gatherChanges(changes: readonly KeptChange[], layout: number): Gathered {
  const parts = new Set<SheetPart>()
  const operations = new Set<string>()
  const rows = new Map<number, RowSet>()
  for (const change of changes)
    for (const note of JSON.parse(`[${change.notes}]`) as Note[]) {
      if ('part' in note) parts.add(note.part)
      else if ('operation' in note) operations.add(note.operation)
      else if (change.layout !== layout) parts.add('rows')
      else
        for (const column of note.columns) rows.set(column, coarse(union(rows.get(column) ?? [], note.rows)))
    }
  const groups = Map.groupBy(rows, ([, set]) => JSON.stringify(set))
  const cells = [...groups.values()].map(
    (group): CellsNote => ({ columns: group.map(([column]) => column), rows: group[0]![1] }),
  )
  return { parts, cells, operations }
}
