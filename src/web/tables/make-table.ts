import { call } from '../api/index.ts'
import type { SheetParams } from '../sheets/queries.ts'

/** The content of a new table. */
export interface TableContent {
  /** Without a title, the server gives one. */
  readonly title: string | undefined
  readonly folder?: number | undefined
  /** Titles of the text columns. */
  readonly texts: readonly string[]
  /** Values of the text columns, in the order of `texts`. */
  readonly rows: readonly (readonly unknown[])[]
  /** Prompt columns; they cost nothing until they are run. */
  readonly answers: readonly { readonly title: string; readonly config: Readonly<Record<string, unknown>> }[]
}

/** Maximum number of rows that one call may add. */
const maxAdded = 100

/** Creates a complete table with one sheet. If a step fails, the table is deleted. */
export async function makeTable(content: TableContent): Promise<SheetParams> {
  const { table, default_sheet } = await call('createTable', {
    body: { title: content.title, folder_id: content.folder, create_default_sheet: true },
  })
  const params = { table_id: table.id, sheet_id: default_sheet!.id }
  try {
    await fill(params, content)
    return params
  } catch (error) {
    await call('deleteTable', { params: { table_id: table.id } })
    throw error
  }
}

/** Fills a new sheet and removes its first column and row. */
async function fill(params: SheetParams, { texts, rows, answers }: TableContent): Promise<void> {
  const { data: columns } = await call('listColumns', { params })
  await call('deleteRows', { params, body: { row_indices: [0] } })
  const ids: string[] = []
  for (const title of texts) {
    const { column } = await call('createColumn', { params, body: { title, type: 'TEXT' } })
    ids.push(column.id)
  }
  for (const { id } of columns) await call('deleteColumn', { params: { ...params, column_id: id } })
  for (let start = 0; start < rows.length; start += maxAdded) {
    const values = rows
      .slice(start, start + maxAdded)
      .map((row) => Object.fromEntries(row.map((value, index) => [ids[index]!, value])))
    await call('addRows', { params, body: { count: values.length, values } })
  }
  for (const { title, config } of answers)
    await call('createColumn', {
      params,
      body: { title, type: 'PROMPT_TEMPLATE', queue_cells: false, config: { ...config } },
    })
}
