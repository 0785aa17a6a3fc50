import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pass } from 'node:timers/promises'
import { startApp, type TestApp } from '../kit/app.ts'
import type { Job } from './caller-process.ts'
import { HiddenRate } from './hidden-rate.ts'

let app: TestApp
let provider: Server
let hidden: HiddenRate
/** The number of admissions of each call. */
let admitted: Map<string, number>
/** The times of the first and last admission. */
let [firstAt, lastAt] = [0, 0]
/** Null: calls are never answered. */
let latency: number | null
const children: ChildProcess[] = []

before(async () => {
  app = await startApp()
  provider = createServer(async ({ url }, reply) => {
    const wait = hidden.admit(performance.now())
    if (wait !== null) return reply.writeHead(429, { 'retry-after-ms': String(Math.ceil(wait)) }).end()
    lastAt = performance.now()
    firstAt ||= lastAt
    admitted.set(url!, (admitted.get(url!) ?? 0) + 1)
    if (latency === null) return
    await pass(latency)
    reply.end('{}')
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  provider.closeAllConnections()
  provider.close()
  await app.close()
})

function open(perSecond: number, burst: number, answersIn: number | null) {
  hidden = new HiddenRate(perSecond, burst, performance.now())
  admitted = new Map()
  firstAt = 0
  latency = answersIn
}

const jobs = (workspace: number, calls: number, budget: number | null) => (name: string) =>
  callFrom({ ...databaseAndProvider(), workspace, name, calls, budget })

const databaseAndProvider = () => ({
  databaseUrl: app.context.config.databaseUrl!,
  provider: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
})

function callFrom(job: Job): { child: ChildProcess; ends: Promise<Record<string, number>> } {
  const script = new URL('./caller-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  child.stdout!.on('data', (chunk) => {
    text += chunk
  })
  const ends = new Promise<Record<string, number>>((resolve) =>
    child.on('close', () => resolve(text === '' ? {} : JSON.parse(text))),
  )
  return { child, ends }
}

test('three processes share the limits of a pool: all calls are made, and each once', async (context) => {
  open(300, 60, 20)
  const { id } = await app.newWorkspace()
  const ends = await Promise.all(['a', 'b', 'c'].map((name) => jobs(id, 400, null)(name).ends))
  const seconds = (lastAt - firstAt) / 1000
  context.diagnostic(`${(1140 / 300 / seconds).toFixed(2)} of the allowed rate, ${hidden.refused} refused`)
  assert.deepEqual(ends, [{ done: 400 }, { done: 400 }, { done: 400 }])
  assert.ok(admitted.size === 1200 && [...admitted.values()].every((times) => times === 1))
})

test('three processes share the budget of a run: no call exceeds it, and all of it can be used', async () => {
  open(5000, 5000, 2)
  const { id } = await app.newWorkspace()
  const ends = await Promise.all(['a', 'b', 'c'].map((name) => jobs(id, 250, 400)(name).ends))
  const done = ends.reduce((sum, one) => sum + (one['done'] ?? 0), 0)
  assert.equal(hidden.admitted, done)
  assert.ok(done <= 400, `${done} calls of 400 were made`)
  const rest = await jobs(id, 250, 400)('d').ends
  assert.equal(done + (rest['done'] ?? 0), 400)
})

test('a process that is killed gives its slots back when its lease runs out', async () => {
  open(5000, 5000, null)
  const { id } = await app.newWorkspace()
  const killed = jobs(id, 500, null)('killed')
  while (hidden.admitted === 0) await pass(10)
  killed.child.kill('SIGKILL')
  await killed.ends
  open(5000, 5000, 2)
  assert.deepEqual(await jobs(id, 100, null)('heir').ends, { done: 100 })
  const leases = () =>
    app.context.store.db.selectFrom('model_pool_leases').select('slots').where('workspace_id', '=', id)
  assert.ok((await leases().execute()).length <= 1)
  await pass(3100)
  assert.deepEqual(await jobs(id, 100, null)('last').ends, { done: 100 })
  assert.deepEqual(await leases().execute(), [])
})
