import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { promptColumn } from '../journeys/support/prompt-columns.ts'
import { untilQuiet } from '../journeys/support/runs.ts'
import { emptySheet } from '../journeys/support/tables.ts'
import { apiOf } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import { environmentOf, type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { TcpProxy } from './tcp-proxy.ts'

const key = 'the-key-of-the-outage-of-paid-calls'
const rows = 20

let fake: FakeModels
let proxy: TcpProxy
let servers: GalleyServer[]
let drop: () => Promise<void>

before(async () => {
  fake = await startFakeModels({ script: ({ text }) => ({ text: `<${text}>`, pace: { first: 1_500 } }) })
  const storage = await migratedStorage()
  drop = storage.drop
  const url = new URL(storage.config.databaseUrl!)
  proxy = new TcpProxy({ host: url.hostname, port: Number(url.port) })
  await proxy.open()
  url.host = `127.0.0.1:${proxy.port}`
  const environment = { ...fake.environment(), ...environmentOf(storage.config, key), DATABASE_URL: url.href }
  servers = [
    await startServer({ ...environment, GALLEY_ROLE: 'api' }),
    await startServer({ ...environment, GALLEY_ROLE: 'worker' }),
    await startServer({ ...environment, GALLEY_ROLE: 'worker' }),
  ]
})

after(async () => {
  for (const server of servers) await stopped(server)
  await proxy.cut()
  await fake.close()
  await drop()
})

test('answers that come while PostgreSQL is unreachable are stored when it is back, and not paid again', async () => {
  const sheet = await emptySheet(apiOf(servers[0]!.address, key))
  const text = await sheet.column('text')
  await sheet.add(Array.from({ length: rows }, (_none, index) => ({ [text.id]: `row ${index}` })))
  const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
  while (fake.calls.length < rows) await sleep(5)
  await proxy.cut()
  const outcomes = await Promise.all(fake.calls.map(({ outcome }) => outcome))
  assert.deepEqual(new Set(outcomes), new Set(['answered']))
  // Each process has met the outage, with a claim or the storing of an answer.
  await sleep(2_000)
  await proxy.open()
  await untilQuiet(sheet)
  const shown = await sheet.shown(answer.id)
  assert.deepEqual(
    shown,
    Array.from({ length: rows }, (_none, index) => `<row ${index}>`),
  )
  assert.equal(fake.calls.length, rows)
})
