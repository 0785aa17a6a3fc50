import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

const rows = 2_600
/** 21 MB of rows, more than the socket buffers hold while the client does not read. */
const textOf = (row: number) => `${row} `.padEnd(8_000, 'x')

describe('a saved version of many rows', () => {
  const app = appOfSuite()
  let sheet: SheetClient
  let text: string
  let path: string
  before(async () => {
    sheet = await emptySheet(app.api)
    text = (await sheet.column('text')).id
    for (let start = 0; start < rows; start += 100)
      await sheet.add(Array.from({ length: 100 }, (_, index) => ({ [text]: textOf(start + index) })))
    const { version } = bodyOf(await app.api.post(`${sheet.path}/versions`, { name: 'all rows' }), 201)
    path = `${sheet.path}/versions/${version.id}`
  })

  const read = async (query = '') => bodyOf(await app.api.get(path + query)).version

  it('is read with all rows and all changes', async () => {
    const { deltas, metadata, snapshot } = await read()
    const types = ['row_added', 'cell_set'].map(
      (type) => deltas.filter((delta: { type: string }) => delta.type === type).length,
    )
    assert.deepEqual([types, deltas.length, metadata.deltas_complete], [[rows, rows], 2 * rows, true])
    const shown = snapshot.rows as { row_index: number; cells: Record<string, { value: unknown }> }[]
    assert.deepEqual(
      shown.map(({ row_index, cells }) => [row_index, cells[text]!.value]),
      Array.from({ length: rows }, (_, row) => [row, { value: textOf(row) }]),
    )
  })

  it('is read in pages only on request', async () => {
    const page = await read('?row_offset=2500&row_limit=50')
    assert.deepEqual(
      page.snapshot.rows.map(({ row_index }: { row_index: number }) => row_index),
      Array.from({ length: 50 }, (_, row) => 2_500 + row),
    )
    assert.deepEqual([page.deltas.length, page.metadata.deltas_complete], [1_000, false])
    assert.equal((await read('?row_offset=1')).snapshot.rows.length, 1_000)
  })

  it('has the row of a given cell with its index in that version, and no row if the row is newer', async () => {
    const { id } = await sheet.cell(2_000, text)
    bodyOf(await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [0, 1] }))
    const { snapshot, deltas } = await read(`?row_of_cell=${id}`)
    assert.deepEqual(
      snapshot.rows.map(({ row_index, cells }: { row_index: number; cells: Record<string, object> }) => [
        row_index,
        cells[text],
      ]),
      [
        [
          2_000,
          {
            status: 'COMPLETED',
            value: { value: textOf(2_000) },
            display_value: textOf(2_000),
            error_message: null,
          },
        ],
      ],
    )
    assert.deepEqual(deltas, [])
    await sheet.add([{ [text]: 'later' }])
    const later = await sheet.cell(rows - 2, text)
    assert.deepEqual((await read(`?row_of_cell=${later.id}`)).snapshot.rows, [])
    const other = await emptySheet(app.api)
    const column = (await other.column('text')).id
    await other.add([{ [column]: 'elsewhere' }])
    const elsewhere = await other.cell(0, column)
    bodyOf(await app.api.get(`${path}?row_of_cell=${elsewhere.id}`), 404)
  })

  /** An answer of which the client has read only the head. */
  async function unreadAnswer(): Promise<IncomingMessage> {
    const call = get(app.baseUrl + path, { headers: { 'x-api-key': app.key } })
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 200)
    return answer
  }

  it('can be aborted by the client', async () => {
    for (let clients = 0; clients < 20; clients++) (await unreadAnswer()).destroy()
    assert.equal((await read('?row_limit=1')).snapshot.rows.length, 1)
  })

  it('closes the connection before the end of the answer if a row cannot be read', async () => {
    const answer = await unreadAnswer()
    const { numUpdatedRows } = await app.context.store.transact((tx) =>
      tx
        .updateTable('sheet_rows')
        .set({ texts: '{"1":' })
        .where('position', '=', rows - 1)
        .executeTakeFirst(),
    )
    assert.equal(numUpdatedRows, 1n)
    const reading = (async () => {
      for await (const _ of answer);
    })()
    await assert.rejects(reading, { code: 'ECONNRESET' })
    assert.equal(answer.complete, false)
  })
})
