import { dependenciesOf } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, Tx } from '../../db/index.ts'
import { insertColumns, replaceReferences, updateColumnRow } from '../storage/column-queries.ts'
import { configOf } from '../storage/column-types.ts'
import { preserveColumn } from '../storage/history-queries.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import { promptUseOf } from '../storage/prompt-use.ts'

/** Stores a column with the ids of all its sources, so that renaming a source has no effect on it. */
export async function saveColumn(
  tx: Tx,
  after: LoadedSheet,
  id: string,
  before: SheetColumnRow | null,
): Promise<SheetColumnRow> {
  const { sheet, graph, byId, sheets } = after
  const column = byId.get(id)!
  const sources = graph.sources(id)
  const saved: SheetColumnRow = {
    ...column,
    dependencies: JSON.stringify(dependenciesOf(sources)),
    since: sheet.version_count,
    updated_at: sheet.updated_at,
  }
  if (before) {
    await preserveColumn(tx, sheet, before)
    const { workspace_id: _w, sheet: _s, number: _n, id: _i, ...content } = saved
    await updateColumnRow(tx, before, content)
  } else await insertColumns(tx, [saved])
  const otherSheets = sources.flatMap((source) => {
    const other = source.column === null ? undefined : byId.get(source.column)
    return other && other.sheet !== sheet.number ? [other.sheet] : []
  })
  const sheetNumbers = new Set([...sheets.values()].map(({ number }) => number))
  const mirrored = [...new Set(otherSheets)].filter((number) => sheetNumbers.has(number))
  await replaceReferences(tx, saved, promptUseOf(configOf(saved)), mirrored)
  return saved
}
