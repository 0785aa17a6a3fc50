import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { pollMilliseconds } from '../../src/server/changes.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { databaseReads } from './support/database-reads.ts'
import { EventListener } from './support/event-listener.ts'
import { subscribeToRuns } from './support/run-socket.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

let app: TestApp
let secondServer: GalleyServer
let sheet: SheetClient
let column: string

before(async () => {
  app = await startApp()
  const { folder, databaseUrl } = app.context.config
  const environment = { GALLEY_DATA: folder, DATABASE_URL: databaseUrl!, GALLEY_LOG_LEVEL: 'error' }
  secondServer = await startServer({ ...environment, GALLEY_ROLE: 'api' })
  sheet = await emptySheet(app.api)
  column = (await sheet.column('text')).id
  await sheet.add([{ [column]: 'before' }])
})
after(async () => {
  await stopped(secondServer)
  await app.close()
})

async function listenAt(address: string, { path } = sheet): Promise<EventListener> {
  const listener = new EventListener(`${address}${path}/events?stream=true`, { 'x-api-key': app.key })
  await listener.until(({ name }) => name === 'ready')
  return listener
}

const untilWritten = (listener: EventListener, value: string) =>
  listener.until(({ name, data }) => name === 'cells' && data.cells[0].display_value === value)

test('the events of a sheet report changes of another process', async () => {
  const listener = await listenAt(secondServer.address)
  await sheet.write(0, column, { value: 'from afar' })
  await untilWritten(listener, 'from afar')
  await listener.stop()
})

/**
 * One poll that reads nine times pauses at least eight times, and longer on a busy machine. 40 independent polls
 * would read nine times within 60 ms.
 */
const shortest = 8 * (pollMilliseconds - 1)

const readsOf = (t: TestContext, words: string, { id }: SheetClient) =>
  databaseReads(t, (text, values) => text.includes(words) && values.includes(id))

test('many idle streams of a sheet query the database as often as one; without a stream there are no queries', async (t) => {
  const reads = readsOf(t, 'from "sheets" where', sheet)
  const listeners = await Promise.all(Array.from({ length: 40 }, () => listenAt(app.baseUrl)))
  const milliseconds = await reads.next(9)
  assert.ok(milliseconds >= shortest, `nine reads in ${milliseconds} ms`)
  await sheet.write(0, column, { value: 'for all' })
  await Promise.all(listeners.map((listener) => untilWritten(listener, 'for all')))
  await Promise.all(listeners.map((listener) => listener.stop()))

  // A stream of another sheet measures the time: while it reads nine times, a remaining stream would read too.
  const other = await emptySheet(app.api)
  const clock = readsOf(t, 'from "sheets" where', other)
  const running = await listenAt(app.baseUrl, other)
  // The server notices within these reads that the clients have disconnected.
  await clock.next(9)
  const before = reads.times.length
  await clock.next(9)
  assert.equal(reads.times.length - before, 0)
  await running.stop()
})

test('many clients that wait for the operations of a sheet query the database as often as one', async (t) => {
  const reads = readsOf(t, 'join "sheet_operations"', sheet)
  const channel = `smart_sheets:smart_sheet#${sheet.id}`
  const reply = await app.api.post(`/ws-token-request-library?capability=${encodeURIComponent(channel)}`)
  const { token } = reply.body.token_details
  const listeners = await Promise.all(
    Array.from({ length: 40 }, () => subscribeToRuns(app.baseUrl, channel, token)),
  )
  const milliseconds = await reads.next(9)
  assert.ok(milliseconds >= shortest, `nine reads in ${milliseconds} ms`)
  await sheet.column('chars', 'COUNT', { source: 'text', type: 'chars' })
  for (const { next, socket } of listeners) {
    assert.equal((await next())['push'].pub.data.message_name, 'SMART_TABLE_EXECUTION_STATUS_UPDATE')
    socket.close()
  }
})
