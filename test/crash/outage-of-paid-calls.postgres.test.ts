import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { finishedReport, publishedGroup, rowsOf } from '../journeys/support/datasets.ts'
import { promptColumn } from '../journeys/support/prompt-columns.ts'
import { publishPrompt, promptColumn as reportColumn } from '../journeys/support/report-runs.ts'
import { untilQuiet } from '../journeys/support/runs.ts'
import { ScorecardClient } from '../journeys/support/scorecards.ts'
import { emptySheet } from '../journeys/support/tables.ts'
import { createWorkflow, promptNode, resultsOf, startRun, topic } from '../journeys/support/workflows.ts'
import { type Api, apiOf, bodyOf } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import { environmentOf, type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { TcpProxy } from './tcp-proxy.ts'

const key = 'the-key-of-the-outage-of-paid-calls'
const rowCount = 20
const texts = Array.from({ length: rowCount }, (_none, index) => `row ${index}`)
/** The model's answer, which is valid for judges too. */
const answerTo = (text: string) => JSON.stringify({ value: true, reasoning: text })

let fake: FakeModels
let proxy: TcpProxy
let servers: GalleyServer[]
let drop: () => Promise<void>

before(async () => {
  fake = await startFakeModels({ script: ({ text }) => ({ text: answerTo(text), pace: { first: 1_500 } }) })
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

interface Work {
  /** All calls that the work makes. */
  readonly calls: number
  /** Calls that have ended before the outage. */
  readonly earlier: number
  /** Calls that are under way at once. */
  readonly concurrent: number
  /** Resolves when the results are there. */
  readonly check: () => Promise<void>
}

const sheetOfTexts = async (api: Api) => {
  const sheet = await emptySheet(api)
  const text = await sheet.column('text')
  await sheet.add(texts.map((value) => ({ [text.id]: value })))
  return { sheet, text }
}

const kindsOfWork: Record<string, (api: Api) => Promise<Work>> = {
  async cells(api) {
    const { sheet } = await sheetOfTexts(api)
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
    const check = async () => {
      await untilQuiet(sheet)
      assert.deepEqual(await sheet.shown(answer.id), texts.map(answerTo))
    }
    return { calls: rowCount, earlier: 0, concurrent: rowCount, check }
  },

  async 'a report'(api) {
    await publishPrompt(api, 'word', '{word}')
    const group = await publishedGroup(
      api,
      'words',
      texts.map((word) => ({ word })),
    )
    const columns = [reportColumn('answer', 'word', { name: 'word' })]
    const body = { dataset_group_id: group, name: 'words', columns }
    const pipeline = bodyOf(await api.post('/reports', body), 201).report_id
    const { stats } = await finishedReport(api, pipeline)
    const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'words' }))
    const check = async () => {
      await finishedReport(api, report_id)
      const { rows } = await rowsOf(api, report_id)
      const shown = rows.map((row: { value: unknown }[]) => row.at(-1)!.value)
      assert.deepEqual(shown, texts.map(answerTo))
    }
    // Each job of the run computes two rows.
    const earlier = stats.status_counts.COMPLETED
    return { calls: rowCount + earlier, earlier, concurrent: rowCount / 2, check }
  },

  async 'a scorecard'(api) {
    const { sheet, text } = await sheetOfTexts(api)
    const scorecard = new ScorecardClient(sheet)
    const primitive_config = { source: text.id, prompt: 'Is it polite?' }
    await scorecard.configured([{ title: 'polite', primitive_type: 'LLM_ASSERTION', primitive_config }])
    const id = await scorecard.start()
    const check = async () => {
      const { status, aggregate_score } = await scorecard.ended(id)
      assert.deepEqual({ status, aggregate_score }, { status: 'completed', aggregate_score: 1 })
    }
    return { calls: rowCount, earlier: 0, concurrent: rowCount, check }
  },

  async 'a workflow'(api) {
    await publishPrompt(api, 'node', '{word}')
    const calls = 8
    const nodes = Array.from({ length: calls }, (_none, index) =>
      promptNode(`n${index}`, 'node', { word: 'topic' }, { is_output_node: index === 0 }),
    )
    await createWorkflow(api, { name: 'flow', ...topic, nodes })
    const run = await startRun(api, 'flow', { input_variables: { topic: 'row' } })
    const check = async () => assert.equal((await resultsOf(api, run)).n0.value, answerTo('row'))
    return { calls, earlier: 0, concurrent: calls, check }
  },
}

describe('answers that come while PostgreSQL is unreachable are stored when it is back, and not paid again', () => {
  for (const [name, begin] of Object.entries(kindsOfWork))
    it(`for ${name}`, async () => {
      const before = fake.calls.length
      const { calls, earlier, concurrent, check } = await begin(apiOf(servers[0]!.address, key))
      const newCalls = () => fake.calls.slice(before)
      while (newCalls().length < earlier + concurrent) await sleep(5)
      await proxy.cut()
      const outcomes = await Promise.all(newCalls().map(({ outcome }) => outcome))
      assert.deepEqual(new Set(outcomes), new Set(['answered']))
      // Each process has met the outage, with a claim or the storing of an answer.
      await sleep(2_000)
      await proxy.open()
      await check()
      assert.equal(newCalls().length, calls)
    })
})
