import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { finishedReport } from '../journeys/support/datasets.ts'
import { promptColumn } from '../journeys/support/prompt-columns.ts'
import { promptPipeline } from '../journeys/support/report-runs.ts'
import { ScorecardClient } from '../journeys/support/scorecards.ts'
import { emptySheet, SheetClient } from '../journeys/support/tables.ts'
import {
  createWorkflow,
  joinNode,
  output,
  promptNode,
  startRun,
  topic,
} from '../journeys/support/workflows.ts'
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

/** Stop signals in the middle of everything that makes paid calls. On PostgreSQL they go to a worker. */

const rowCount = 150
const key = 'the-key-of-the-stop-test'
const judgement = '{"reasoning": "because", "value": true}'

let fake: FakeModels
let environment: Environment
let drop: () => Promise<void>
let api: ReturnType<typeof apiOf>
let server: GalleyServer
/** The process that makes the calls. */
let caller: GalleyServer
let isPostgres: boolean
/** Texts of calls that never get an answer. */
let endless: (text: string) => boolean = () => false

before(async () => {
  fake = await startFakeModels({
    script: ({ text, schema }) =>
      endless(text)
        ? { pace: { first: 3_600_000 } }
        : { text: schema === null ? `<${text}>` : judgement, pace: { first: 300 } },
  })
  const storage = await migratedStorage()
  drop = storage.drop
  isPostgres = storage.config.databaseUrl !== null
  environment = {
    ...fake.environment(),
    ...environmentOf(storage.config, key),
  }
  if (isPostgres) server = await startServer({ ...environment, GALLEY_ROLE: 'api' })
  await startCaller()
})

after(async () => {
  await stopped(caller)
  if (isPostgres) await stopped(server)
  await fake.close()
  await drop()
})

async function startCaller(seconds = 60) {
  const setting = { ...environment, GALLEY_STOP_SECONDS: String(seconds) }
  caller = await startServer(isPostgres ? { ...setting, GALLEY_ROLE: 'worker' } : setting)
  if (!isPostgres) server = caller
  api = apiOf(server.address, key)
}

const again = (sheet: SheetClient) => new SheetClient(api, sheet.table, sheet.id)
const messagesOf = (calls = fake.calls) => calls.map(({ body }) => JSON.stringify(body.messages))
const outcomes = async (calls = fake.calls) => Promise.all(calls.map(({ outcome }) => outcome))
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await sleep(20)
}

/** A sheet whose columns are computed from now on. */
async function sheetOfPrompts(rows: number, name: string) {
  const sheet = await emptySheet(api)
  const text = await sheet.column('text')
  for (let from = 0; from < rows; from += 50)
    await sheet.add(
      Array.from({ length: Math.min(50, rows - from) }, (_, index) => ({
        [text.id]: `${name} ${from + index}`,
      })),
    )
  const first = await sheet.column('first', 'PROMPT_TEMPLATE', promptColumn('one {text}', { text: 'text' }))
  const second = await sheet.column('second', 'PROMPT_TEMPLATE', promptColumn('two {a}', { a: 'first' }))
  return { sheet, text, first, second }
}

const ended = (sheet: SheetClient) =>
  until(async () => bodyOf(await api.get(`${sheet.path}/operations`)).active_operations.length === 0)

test('calls under way end, nothing else begins, and no call is made twice', async () => {
  const judged = await emptySheet(api)
  const reply = await judged.column('output')
  await judged.add(Array.from({ length: 60 }, (_, index) => ({ [reply.id]: `reply ${index}` })))
  const scorecard = new ScorecardClient(judged)
  await scorecard.configured(
    ['polite', 'short'].map((title) => ({
      title,
      primitive_type: 'LLM_ASSERTION',
      primitive_config: { source: 'output', prompt: `Is it ${title}?` },
    })),
  )
  const pipeline = await promptPipeline(api, 'stopped', 20)
  await finishedReport(api, pipeline)
  await createWorkflow(api, {
    name: 'flow',
    ...topic,
    nodes: [
      promptNode('a', 'stopped', { word: 'topic' }),
      promptNode('b', 'stopped', { word: 'a' }),
      promptNode('c', 'stopped', { word: 'b' }),
      joinNode('d', ['a', 'c'], output),
    ],
  })
  const before = fake.calls.length
  const { sheet, text, first, second } = await sheetOfPrompts(rowCount, 'row')
  const calculation = await scorecard.start()
  const report = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'stopped' })).report_id
  for (let index = 0; index < 10; index++)
    await startRun(api, 'flow', { input_variables: { topic: `run ${index}` } })
  const all = before + 2 * rowCount + 2 * 60 + 20 + 3 * 10
  for (const share of [0.15, 0.4, 0.65]) {
    await until(() => fake.calls.length - before >= (all - before) * share)
    assert.equal((await stopped(caller)).code, 0)
    await startCaller()
  }
  await ended(again(sheet))
  await new ScorecardClient(again(judged)).ended(calculation)
  await finishedReport(api, report)
  await until(() => fake.calls.length >= all)
  assert.equal(fake.calls.length, all)
  assert.equal(new Set(messagesOf(fake.calls.slice(before))).size, all - before)
  assert.deepEqual(new Set(await outcomes()), new Set(['answered']))
  for (const { cells } of await again(sheet).rows()) {
    const shown = (id: string) => cells[id].display_value
    assert.equal(shown(first.id), `<one ${shown(text.id)}>`)
    assert.equal(shown(second.id), `<two ${shown(first.id)}>`)
  }
})

test('a process killed in the grace loses only the call without an answer', async () => {
  const before = fake.calls.length
  endless = (text) => text === 'one killed 7'
  const { sheet } = await sheetOfPrompts(40, 'killed')
  await until(() =>
    messagesOf(fake.calls.slice(before)).some((messages) => messages.includes('one killed 7"')),
  )
  caller.child.kill('SIGTERM')
  const answers = async () => {
    const open = Promise.resolve('open')
    return Promise.all(fake.calls.slice(before).map(({ outcome }) => Promise.race([outcome, open])))
  }
  await until(async () => (await answers()).filter((outcome) => outcome !== 'answered').length === 1)
  // The answers arrived at the process and are stored within some milliseconds.
  await sleep(1_000)
  await killed(caller)
  endless = () => false
  await startCaller()
  await ended(again(sheet))
  assert.equal((await again(sheet).counts()).status_counts.COMPLETED, 40 * 2)
  const messages = messagesOf(fake.calls.slice(before))
  assert.deepEqual([messages.length, new Set(messages).size], [81, 80])
})

for (const [name, seconds, signals] of [
  ['the end of the grace', 1, 1],
  ['a second signal', 600, 2],
] as const)
  test(`${name} aborts calls, and their cells go back to the queue at once`, async () => {
    await stopped(caller)
    await startCaller(seconds)
    const before = fake.calls.length
    endless = (text) => text.startsWith('one endless')
    const { sheet } = await sheetOfPrompts(5, `endless ${seconds}`)
    await until(() => fake.calls.length - before === 5)
    const signalling = setInterval(() => caller.child.kill('SIGTERM'), 1_200)
    caller.child.kill('SIGTERM')
    if (signals === 1) clearInterval(signalling)
    // A third signal would kill the process.
    await fake.calls[before]!.outcome
    clearInterval(signalling)
    assert.equal((await caller.finished).code, 0)
    assert.deepEqual(await outcomes(fake.calls.slice(before)), Array(5).fill('closed'))
    endless = () => false
    await startCaller()
    await ended(again(sheet))
    assert.equal((await again(sheet).counts()).status_counts.COMPLETED, 5 * 2)
    assert.equal(fake.calls.length - before, 15)
  })
