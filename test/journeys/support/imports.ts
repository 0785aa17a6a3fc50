import assert from 'node:assert/strict'
import { type Api, bodyOf, type Reply } from '../../kit/api.ts'
import { until } from '../../kit/until.ts'
import { SheetClient, tablesPath } from './tables.ts'

export const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64')

export const fileOf = (content: string | Buffer, file_name = 'data.csv') => ({
  file_name,
  file_content_base64: base64(content),
})

export const emptyTable = async (api: Api): Promise<string> =>
  bodyOf(await api.post(tablesPath, { create_default_sheet: false }), 201).table.id

export const sheetFrom = (api: Api, table: string, source: object, more: object = {}) =>
  api.post(`${tablesPath}/${table}/sheets`, { source, ...more })

export const operation = async (api: Api, table: string, id: string) =>
  bodyOf(await api.get(`${tablesPath}/${table}/sheets/operations/${encodeURIComponent(id)}`)).operation

/** Waits for the end of an import. Returns the finished operation. */
export async function finishedImport(api: Api, table: string, started: Reply) {
  const { operation_id } = bodyOf(started, 202)
  return until(
    () => operation(api, table, operation_id),
    (operation) => operation.status === 'completed' || operation.status === 'failed',
  )
}

/** Makes a sheet with all rows of a file. */
export async function importFile(
  api: Api,
  content: string | Buffer,
  fileName?: string,
): Promise<SheetClient> {
  const table = await emptyTable(api)
  const started = await sheetFrom(api, table, { type: 'file', ...fileOf(content, fileName) })
  const { error_message, status } = await finishedImport(api, table, started)
  assert.equal(status, 'completed', error_message)
  return new SheetClient(api, table, started.body.sheet.id)
}

/** The titles of the columns, then the values of every row. */
export async function contents(sheet: SheetClient): Promise<unknown[][]> {
  const columns = await sheet.columns()
  const rows = await sheet.rows()
  return [
    columns.map(({ title }: { title: string }) => title),
    ...rows.map(({ cells }) => columns.map(({ id }: { id: string }) => cells[id].value?.value ?? null)),
  ]
}

export async function download(
  sheet: SheetClient,
  baseUrl: string,
  key: string,
  query = '',
): Promise<Response> {
  return fetch(`${baseUrl}${sheet.path}/export${query}`, { headers: { 'X-API-KEY': key } })
}
