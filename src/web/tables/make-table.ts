import { call } from '../api/index.ts'

/** What a table begins with. */
export interface Beginning {
  readonly title: string
  readonly folder?: number | undefined
  /** Titles of the columns of text. */
  readonly texts: readonly string[]
  /** Values of those columns, in their order. */
  readonly rows: readonly (readonly unknown[])[]
  /** Columns that a prompt answers; nothing is paid for before they are run. */
  readonly answers: readonly { readonly title: string; readonly config: Readonly<Record<string, unknown>> }[]
}

/** Rows that one call may add. */
const mostAdded = 100

/** A table as it is wanted, or none at all. Gives its id. */
export async function makeTable(beginning: Beginning): Promise<string> {
  const { table, default_sheet } = await call('createTable', {
    body: { title: beginning.title, folder_id: beginning.folder, create_default_sheet: true },
  })
  try {
    await fill({ table_id: table.id, sheet_id: default_sheet!.id }, beginning)
    return table.id
  } catch (error) {
    await call('deleteTable', { params: { table_id: table.id } })
    throw error
  }
}

/** Sheets begin with one column and one row, which are in the way of what comes. */
async function fill(
  params: { readonly table_id: string; readonly sheet_id: string },
  { texts, rows, answers }: Beginning,
): Promise<void> {
  const { data: columns } = await call('listColumns', { params })
  await call('deleteRows', { params, body: { row_indices: [0] } })
  const ids: string[] = []
  for (const title of texts) {
    const { column } = await call('createColumn', { params, body: { title, type: 'TEXT' } })
    ids.push(column.id)
  }
  for (const { id } of columns) await call('deleteColumn', { params: { ...params, column_id: id } })
  for (let start = 0; start < rows.length; start += mostAdded) {
    const values = rows
      .slice(start, start + mostAdded)
      .map((row) => Object.fromEntries(row.map((value, at) => [ids[at]!, value])))
    await call('addRows', { params, body: { count: values.length, values } })
  }
  for (const { title, config } of answers)
    await call('createColumn', {
      params,
      body: { title, type: 'PROMPT_TEMPLATE', queue_cells: false, config: { ...config } },
    })
}
