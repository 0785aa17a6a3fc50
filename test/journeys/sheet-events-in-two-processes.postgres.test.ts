import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from '../kit/app.ts'
import { type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { EventListener } from './support/event-listener.ts'
import { listenToRuns } from './support/run-socket.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'
import { transactions } from './support/transactions.ts'

let app: TestApp
let beside: GalleyServer
let sheet: SheetClient
let column: string

before(async () => {
  app = await startApp()
  const { folder, databaseUrl } = app.context.config
  const environment = { GALLEY_DATA: folder, DATABASE_URL: databaseUrl!, GALLEY_LOG_LEVEL: 'error' }
  beside = await startServer({ ...environment, GALLEY_ROLE: 'api' })
  sheet = await emptySheet(app.api)
  column = (await sheet.column('text')).id
  await sheet.add([{ [column]: 'before' }])
})
after(async () => {
  await stopped(beside)
  await app.close()
})

async function listenAt(address: string): Promise<EventListener> {
  const listener = new EventListener(`${address}${sheet.path}/events?stream=true`, { 'x-api-key': app.key })
  await listener.until(({ name }) => name === 'ready')
  return listener
}

const untilWritten = (listener: EventListener, value: string) =>
  listener.until(({ name, data }) => name === 'cells' && data.cells[0].display_value === value)

test('the events of a sheet report changes of another process', async () => {
  const listener = await listenAt(beside.address)
  await sheet.write(0, column, { value: 'from afar' })
  await untilWritten(listener, 'from afar')
  await listener.stop()
})

const duringThreeSeconds = async () => {
  const before = await transactions(app)
  await sleep(3_000)
  return (await transactions(app)) - before
}

test('many idle streams of a sheet query the database as often as one; without a stream there are no queries', async () => {
  await sleep(1_500)
  const without = await duringThreeSeconds()
  const listeners = await Promise.all(Array.from({ length: 40 }, () => listenAt(app.baseUrl)))
  await sleep(1_500)
  // 40 streams cause 12 reads of the sheet with its runs and calculations, and at most 12 checks of their
  // key.
  const asked = await duringThreeSeconds()
  assert.ok(asked - without < 100, `${asked} transactions in three seconds, ${without} without streams`)
  await sheet.write(0, column, { value: 'for all' })
  await Promise.all(listeners.map((listener) => untilWritten(listener, 'for all')))
  await Promise.all(listeners.map((listener) => listener.stop()))
  await sleep(500)
  const afterwards = await duringThreeSeconds()
  // A single remaining stream would make some 40 transactions.
  assert.ok(afterwards < without + 25, `${afterwards} transactions afterwards, ${without} before`)
})

test('many clients that wait for the operations of a sheet query the database as often as one', async () => {
  const without = await duringThreeSeconds()
  const channel = `smart_sheets:smart_sheet#${sheet.id}`
  const reply = await app.api.post(`/ws-token-request-library?capability=${encodeURIComponent(channel)}`)
  const { token } = reply.body.token_details
  const listeners = await Promise.all(
    Array.from({ length: 40 }, () => listenToRuns(app.baseUrl, channel, token)),
  )
  await sleep(500)
  // The listeners cause 12 reads of the operations, and the sweeps of revoked keys.
  const asked = await duringThreeSeconds()
  assert.ok(asked - without < 50, `${asked} transactions in three seconds, ${without} without listeners`)
  await sheet.column('chars', 'COUNT', { source: 'text', type: 'chars' })
  for (const { next, socket } of listeners) {
    assert.equal((await next())['push'].pub.data.message_name, 'SMART_TABLE_EXECUTION_STATUS_UPDATE')
    socket.close()
  }
})
