import { call } from '../../api/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'

/** Deletes the empty row of a new sheet, so that imported rows come first. */
export async function dropBlankRow(params: SheetParams): Promise<void> {
  const query = { limit: 1, include_row_count: true, include_columns: false }
  const { data, row_count } = await call('listRows', { params, query })
  const cells = Object.values(data[0]?.cells ?? {})
  if (row_count === 1 && cells.every(({ value }) => isBlank(value?.value)))
    await call('deleteRows', { params, body: { row_indices: [0] } })
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''
