import type { Json } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import type { DatasetGroupRow, DatasetRow } from '../db/index.ts'
import type { Mapping } from '../external-ids/index.ts'
import { timesOf } from '../http/iso-time.ts'

export const columnNamesOf = ({ column_names }: Pick<DatasetRow, 'column_names'>) =>
  JSON.parse(column_names) as string[]

export const presentGroup = (row: DatasetGroupRow) => ({
  id: row.id,
  name: row.name,
  workspace_id: row.workspace_id,
  is_deleted: row.deleted_at !== null,
})

/** Versions have no author of their own. */
const noAuthor = 0

export const presentDataset = (row: DatasetRow, group: DatasetGroupRow, externalIds: readonly Mapping[]) => ({
  id: row.id,
  dataset_group_id: row.group_id,
  version_number: row.version_number,
  column_names: columnNamesOf(row),
  row_count: row.row_count,
  filter_params:
    row.filter_params === null ? null : (JSON.parse(row.filter_params) as Record<string, unknown>),
  is_deleted: row.deleted_at !== null || group.deleted_at !== null,
  error_message: row.failure,
  user_id: noAuthor,
  ...timesOf(row),
  dataset_group: presentGroup(group),
  external_ids: [...externalIds],
})

/** Cells of a row, one per column. */
export function cellsOf(text: string, columns: number): Json[] {
  const cells = parseExact(text) as Json[]
  return Array.from({ length: columns }, (_, index) => cells[index] ?? null)
}
