import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileOf } from '../journeys/support/imports.ts'
import { tablesPath } from '../journeys/support/tables.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { openDatabase } from './database.ts'
import { RestartingServer } from './restarting-server.ts'

/** A server that is killed during an import continues it: every row once, in order. */

const key = 'the-key-of-the-import-crash-test'
const rowCount = 20_000

let server: RestartingServer
let texts: string[]
let pieces: number
let operation: { status: string; rows_added: number; row_count: number }
let addedBeforeKill: number

before(async () => {
  server = await RestartingServer.start(key)
  const api = async (): Promise<Api> => apiOf(await server.address(), key)
  const { body } = await (await api()).post(tablesPath, { create_default_sheet: false })
  const table = body.table.id as string
  const lines = Array.from({ length: rowCount }, (_, index) => `${index},${'text '.repeat(40)}`)
  const source = { type: 'file', ...fileOf(`n,text\n${lines.join('\n')}\n`) }
  const path = `${tablesPath}/${table}/sheets`
  await (await api()).post(path, { source, operation_id: 'the-import' })
  const readOperation = async () => (await (await api()).get(`${path}/operations/the-import`)).body.operation
  do {
    await delay(5)
    operation = await readOperation()
  } while (operation.rows_added < 2_000)
  addedBeforeKill = operation.rows_added
  // The import then waits 15 seconds until its job's lease expires.
  await server.kill()
  do {
    await delay(50)
    operation = await readOperation()
  } while (operation.status === 'running' || operation.status === 'pending')
  const database = await openDatabase(server.config)
  texts = (await database.query('select texts from sheet_rows order by position')).map(({ texts }) =>
    String(texts),
  )
  pieces = (await database.query('select number from upload_pieces')).length
  await database.close()
})

after(() => server.stop())

test('every row of the file is there once, in its order', (context) => {
  context.diagnostic(`killed with ${addedBeforeKill} rows added`)
  assert.ok(addedBeforeKill < rowCount, 'the kill did not meet the import')
  assert.deepEqual(
    [operation.status, operation.rows_added, operation.row_count],
    ['completed', rowCount, rowCount],
  )
  assert.equal(texts.length, rowCount)
  assert.ok(texts.every((text, index) => (JSON.parse(text) as Record<string, string>)['1'] === String(index)))
})

test('no piece of the file is left', () => assert.equal(pieces, 0))
