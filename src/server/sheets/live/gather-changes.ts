import { type RowSet, union } from '../../../engine/sheet/index.ts'
import { mergeRanges } from '../storage/merge-ranges.ts'
import type { CellsChange, RecordedChange, SheetPart } from '../storage/record-changes.ts'

export interface StoredChange {
  readonly change: number
  readonly layout: number
  readonly notes: string
}

export interface CombinedChanges {
  readonly parts: ReadonlySet<SheetPart>
  /** Changed cells; those with equal rows are in one group. */
  readonly cells: readonly CellsChange[]
  /** The ids of operations that started. */
  readonly operations: ReadonlySet<string>
}

/** Combines changes. Row indexes of an older layout are not valid any more, so all rows then count as changed. */
export function gatherChanges(changes: readonly StoredChange[], layout: number): CombinedChanges {
  const parts = new Set<SheetPart>()
  const operations = new Set<string>()
  const rows = new Map<number, RowSet>()
  for (const change of changes)
    for (const recorded of JSON.parse(`[${change.notes}]`) as RecordedChange[]) {
      if ('part' in recorded) parts.add(recorded.part)
      else if ('operation' in recorded) operations.add(recorded.operation)
      else if (change.layout !== layout) parts.add('rows')
      else
        for (const column of recorded.columns)
          rows.set(column, mergeRanges(union(rows.get(column) ?? [], recorded.rows)))
    }
  const groups = Map.groupBy(rows, ([, set]) => JSON.stringify(set))
  const cells = [...groups.values()].map(
    (group): CellsChange => ({ columns: group.map(([column]) => column), rows: group[0]![1] }),
  )
  return { parts, cells, operations }
}
