import { randomUUIDv7 } from 'node:crypto'
import type { SheetRow, Store, TableRow, Tx } from '../../db/index.ts'

/** A sheet without columns and rows, not stored yet. */
export async function newSheet(
  store: Store,
  tx: Tx,
  table: Pick<TableRow, 'workspace_id' | 'id'>,
  title: string,
  index: number,
  time: number,
): Promise<SheetRow> {
  return {
    workspace_id: table.workspace_id,
    number: await store.nextId(tx, 'sheet_numbers'),
    id: randomUUIDv7(),
    table_id: table.id,
    title,
    sheet_index: index,
    row_count: 0,
    version_count: 1,
    saved_at: 0,
    saved_versions: 0,
    layout: 0,
    next_row_id: 1,
    next_position: 0,
    next_column_number: 1,
    gaps: '[]',
    created_at: time,
    updated_at: time,
    deleted_at: null,
  }
}
