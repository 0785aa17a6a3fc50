import assert from 'node:assert/strict'
import type { Store } from '../../../src/server/db/index.ts'
import { type Api, bodyOf, type Reply } from '../../kit/api.ts'

export const tablesPath = '/api/public/v2/tables'

/** A client for one sheet, with the calls that tests of tables make most. */
export class SheetClient {
  readonly api: Api
  readonly table: string
  readonly id: string

  constructor(api: Api, table: string, id: string) {
    this.api = api
    this.table = table
    this.id = id
  }

  get path() {
    return `${tablesPath}/${this.table}/sheets/${this.id}`
  }

  async column(title: string, type = 'TEXT', config: unknown = null, more: object = {}) {
    const answer = await this.api.post(`${this.path}/columns`, { title, type, config, ...more })
    return bodyOf(answer).column
  }

  async columns(query = '') {
    return bodyOf(await this.api.get(`${this.path}/columns${query}`)).data
  }

  async add(values: readonly Record<string, unknown>[]) {
    return bodyOf(await this.api.post(`${this.path}/rows`, { count: values.length, values }), 201)
  }

  /** Reads all rows, page by page. */
  async rows(query = '') {
    const rows = []
    let cursor: string | null = null
    do {
      const more: string = cursor === null ? '' : `&cursor=${cursor}`
      const page = bodyOf(await this.api.get(`${this.path}/rows?limit=100${query}${more}`))
      rows.push(...page.data)
      cursor = page.next_cursor
    } while (cursor !== null)
    return rows
  }

  /** The shown texts of a column from top to bottom. */
  async shown(column: string): Promise<(string | null)[]> {
    return (await this.rows()).map(({ cells }) => cells[column].display_value)
  }

  async cell(row: number, column: string) {
    const rows = await this.rows()
    return rows[row].cells[column]
  }

  async write(row: number, column: string, body: unknown) {
    const { id } = await this.cell(row, column)
    return this.api.patch(`${this.path}/cells/${id}`, body)
  }

  async counts() {
    return bodyOf(await this.api.get(`${this.path}/status-counts`))
  }

  async read() {
    return bodyOf(await this.api.get(this.path)).sheet
  }
}

/** Makes a table and returns its first sheet, without the first column and row. */
export async function emptySheet(api: Api): Promise<SheetClient> {
  const { table, default_sheet } = bodyOf(await api.post(tablesPath, {}), 201)
  const sheet = new SheetClient(api, table.id, default_sheet.id)
  const [column] = await sheet.columns()
  await api.delete(`${sheet.path}/rows`, {}, { row_indices: [0] })
  bodyOf(await api.delete(`${sheet.path}/columns/${column.id}`))
  return sheet
}

/** Writes values into the cells of a computed column, as a run would. */
export async function computeCells(
  { store }: { readonly store: Store },
  sheet: SheetClient,
  column: string,
  valueAt: (row: number) => unknown,
) {
  await store.transact(async (tx) => {
    const { number, version_count, workspace_id, saved_at } = await tx
      .selectFrom('sheets')
      .selectAll()
      .where('id', '=', sheet.id)
      .executeTakeFirstOrThrow()
    const { number: column_number } = await tx
      .selectFrom('sheet_columns')
      .selectAll()
      .where('id', '=', column)
      .executeTakeFirstOrThrow()
    const rows = await tx
      .selectFrom('sheet_rows')
      .selectAll()
      .where('sheet', '=', number)
      .orderBy('position')
      .execute()
    const version = version_count + 1
    await tx.updateTable('sheets').set({ version_count: version }).where('number', '=', number).execute()
    const key = { workspace_id, sheet: number, column_number }
    for (const [index, row] of rows.entries()) {
      const before = await tx
        .deleteFrom('sheet_cells')
        .where('sheet', '=', number)
        .where('row_id', '=', row.id)
        .where('column_number', '=', column_number)
        .returningAll()
        .executeTakeFirst()
      if (before?.value && before.since <= saved_at) {
        const { status, resting, awaiting, execution_id, generation, progress, ...content } = before
        await tx
          .insertInto('sheet_cell_history')
          .values({ ...content, until: version })
          .execute()
      }
      await tx
        .insertInto('sheet_cells')
        .values({
          ...key,
          row_id: row.id,
          status: 'COMPLETED',
          resting: 'COMPLETED',
          awaiting: 0,
          execution_id: null,
          generation: 0,
          progress: null,
          value: JSON.stringify(valueAt(index)),
          evidence: null,
          error: null,
          input_hash: 'hash',
          computed_version: version,
          since: version,
          stale_since: null,
          price: 0.25,
          latency_ms: 100 * (index + 1),
          metrics: JSON.stringify({
            request_count: 1,
            request_ids: [],
            latency_ms: 100 * (index + 1),
            price: 0.25,
            input_tokens: null,
            output_tokens: null,
            trace_ids: [],
          }),
          updated_at: Date.now(),
        })
        .execute()
    }
    await tx
      .updateTable('sheet_columns')
      .set({ stored_cells: rows.length })
      .where('id', '=', column)
      .execute()
  })
}

export function refused({ status, body }: Reply, expected: number, code: string) {
  assert.deepEqual([status, body.success, body.error], [expected, false, code], JSON.stringify(body))
  return body.message as string
}
