import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../crash/database.ts'
import { type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { promptColumn } from '../journeys/support/prompt-columns.ts'
import { emptySheet, SheetClient } from '../journeys/support/tables.ts'
import { apiOf, bodyOf } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import {
  type Environment,
  environmentOf,
  type GalleyServer,
  killed,
  startServer,
  stopped,
} from '../start/galley-process.ts'

/**
 * Rows of three computed cells each, two of which call a model. `GALLEY_T5=full` is the required size: 3,000 cells and 20
 * kills.
 */
const isFull = process.env['GALLEY_T5'] === 'full'
const rowCount = isFull ? 1000 : 120
const kills = isFull ? 20 : 3
const key = 'the-key-of-the-sheet-test'

let fake: FakeModels
let drop: () => Promise<void>
let environment: Environment
let servers: GalleyServer[]
let isPostgres: boolean
before(async () => {
  let calls = 0
  fake = await startFakeModels({
    script: ({ text }) => {
      if (++calls % 29 === 0) return 'server_error'
      return { text: `<${text}>`, pace: { first: 20 } }
    },
  })
  const storage = await migratedStorage()
  drop = storage.drop
  isPostgres = storage.config.databaseUrl !== null
  environment = {
    ...fake.environment(),
    ...environmentOf(storage.config, key),
  }
  servers = [await startServer({ ...environment, ...(isPostgres && { GALLEY_ROLE: 'api' }) })]
  if (isPostgres)
    for (let worker = 0; worker < 3; worker++)
      servers.push(await startServer({ ...environment, GALLEY_ROLE: 'worker' }))
})

after(async () => {
  await Promise.all(servers.map(stopped))
  await fake.close()
  await drop()
})

/** Kills a process that computes, and starts another. */
async function killOne() {
  const index = isPostgres ? 1 + Math.floor(Math.random() * 3) : 0
  await killed(servers[index]!)
  servers[index] = await startServer({ ...environment, ...(isPostgres && { GALLEY_ROLE: 'worker' }) })
}

const api = () => apiOf(servers[0]!.address, key)
const reconnect = (sheet: SheetClient) => new SheetClient(api(), sheet.table, sheet.id)

test('workers are killed, runs cancelled, texts changed: no cell is duplicated, stale or pending', async () => {
  let sheet = await emptySheet(api())
  const text = await sheet.column('text')
  for (let start = 0; start < rowCount; start += 100) {
    const size = Math.min(100, rowCount - start)
    await sheet.add(Array.from({ length: size }, (_, index) => ({ [text.id]: `text ${start + index}` })))
  }
  const first = await sheet.column('first', 'PROMPT_TEMPLATE', promptColumn('one {text}', { text: 'text' }))
  const second = await sheet.column(
    'second',
    'PROMPT_TEMPLATE',
    promptColumn('two {first}', { first: 'first' }),
  )
  const length = await sheet.column('length', 'COUNT', { source: 'second', type: 'chars' })
  for (let kill = 0; kill < kills; kill++) {
    // The kill comes while cells are computed, not after the end.
    await untilComputed(sheet, (rowCount * 3 * (kill + Math.random())) / (kills + 1))
    await killOne()
    sheet = reconnect(sheet)
    const row = Math.floor(Math.random() * rowCount)
    await sheet.write(row, text.id, { value: `text ${row} changed` })
    if (kill % 3 !== 2) continue
    const { active_operations: active } = bodyOf(await sheet.api.get(`${sheet.path}/operations`))
    if (active.length > 0) bodyOf(await sheet.api.delete(active[0].status_url))
  }
  await untilComputed(sheet, rowCount * 3)
  await untilRunsEnd(sheet)
  const rows = await sheet.rows()
  for (const { cells } of rows) {
    const shown = (id: string) => cells[id].display_value
    assert.equal(shown(first.id), `<one ${shown(text.id)}>`)
    assert.equal(shown(second.id), `<two ${shown(first.id)}>`)
    assert.equal(shown(length.id), String(shown(second.id).length))
  }
  const requests = rows.flatMap(({ cells }) =>
    [first, second].flatMap(({ id }) => cells[id].request_metrics?.request_ids ?? []),
  )
  assert.equal(new Set(requests).size, requests.length)
  await assertNothingOpen()
  await assertCallsCounted()
  const { paid, discarded } = await answers()
  console.log(
    `${paid} answers arrived, ${discarded} of them for nothing (${((discarded / paid) * 100).toFixed(1)} %)`,
  )
  if (isFull) assert.ok(discarded <= 0.05 * paid, `${discarded} of ${paid} answers were thrown away`)
})

/** Counts the answers that arrived completely at a worker, and those that were requested again. */
async function answers() {
  const messages = new Set<string>()
  let paid = 0
  for (const { body, outcome } of fake.calls) {
    if ((await outcome) !== 'answered') continue
    paid++
    messages.add(JSON.stringify((body as { messages: unknown }).messages))
  }
  return { paid, discarded: paid - messages.size }
}

/** Waits until this number of cells has values; cells left by a cancel or a change are queued again. */
async function untilComputed(sheet: SheetClient, cellCount: number) {
  for (;;) {
    const { status_counts: counts } = await sheet.counts()
    if (counts.COMPLETED >= cellCount) return
    const { active_operations: active } = bodyOf(await sheet.api.get(`${sheet.path}/operations`))
    if (active.length === 0) await startOrConfirmRun(sheet)
    await sleep(20)
  }
}

/**
 * Starts a run. If the sheet changes before the confirmation, the next call of this function confirms the
 * run.
 */
async function startOrConfirmRun({ api, path }: SheetClient) {
  const body = { statuses: ['STALE', 'FAILED'] }
  const { body: first } = await api.post(`${path}/operations`, body)
  if (first.requires_confirmation === true)
    await api.post(`${path}/operations`, { ...body, confirmation_token: first.confirmation_token })
}

async function untilRunsEnd(sheet: SheetClient) {
  for (;;) {
    const { active_operations: active } = bodyOf(await sheet.api.get(`${sheet.path}/operations`))
    if (active.length === 0) return
    await sleep(50)
  }
}

const openStorage = () =>
  openDatabase({ folder: environment['GALLEY_DATA']!, databaseUrl: environment['DATABASE_URL'] ?? null })

/** Operations count every answer that was logged, also those of workers that were killed. */
async function assertCallsCounted() {
  const database = await openStorage()
  const [logged] = await database.query(
    `select count(*) as calls, sum(case when status = 'SUCCESS' then 1 else 0 end) as answered from requests`,
  )
  const [counted] = await database.query(
    `select (select sum(calls) from sheet_operations) + (select count(*) from paid_calls) as calls`,
  )
  await database.close()
  const calls = Number(counted!['calls'])
  const [least, most] = [Number(logged!['answered']), Number(logged!['calls'])]
  assert.ok(least <= calls && calls <= most, `${calls} calls are counted, of ${least} to ${most}`)
}

async function assertNothingOpen() {
  const database = await openStorage()
  const [jobs] = await database.query(
    `select count(*) as count from jobs
      where state in ('queued', 'leased') and kind in ('recalculate-cells', 'queue-cells')`,
  )
  const [cells] = await database.query(
    `select count(*) as count from sheet_cells where status <> 'COMPLETED'`,
  )
  await database.close()
  assert.deepEqual([Number(jobs!['count']), Number(cells!['count'])], [0, 0])
}
