import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { gpt } from '../journeys/support/running.ts'
import { chat, publication, user } from '../journeys/support/templates.ts'
import { sixNodes } from '../journeys/support/workflows.ts'
import { type Api, apiOf, type Reply, successBodyOf } from '../kit/api.ts'
import { until } from '../kit/until.ts'
import { openDatabase, type Row } from './database.ts'
import { RestartingServer } from './restarting-server.ts'

/** Runs of workflows on a server that is killed several times. */

const runCount = 100
const kills = 4
const callsOfRun = 3
const key = 'the-key-of-the-workflow-crash-test'

let server: RestartingServer
let models: FakeModels
let nodes: Row[]
let runs: Row[]
let requests: Row[]
const started: { readonly id: number; readonly word: string }[] = []

before(async () => {
  models = await startFakeModels({ script: ({ text }) => ({ text: `${text}.`, pace: { first: 30 } }) })
  server = await RestartingServer.start(key, models.environment())
  await untilAnswered((api) =>
    api.post('/rest/prompt-templates', publication('ask', chat(user('{thing}')), { metadata: gpt() })),
  )
  await untilAnswered((api) => api.post('/rest/workflows', sixNodes))
  for (let index = 0; index < runCount; index++) {
    const word = `w${index}`
    const body = { input_variables: { topic: word } }
    const reply = await untilAnswered((api) => api.post('/workflows/flow/run', body))
    started.push({ id: reply.body.workflow_version_execution_id, word })
  }
  await server.killWhile(kills, () => started.map(({ id }) => untilEnded(id)))
  const database = await openDatabase(server.config)
  runs = await database.query('select id, state from workflow_runs')
  nodes = await database.query(
    'select run_id, position, status, document, request_ids from workflow_run_nodes',
  )
  requests = await database.query('select id from requests')
  await database.close()
})

after(async () => {
  await server.stop()
  await models.close()
})

async function untilAnswered(call: (api: Api) => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call(apiOf(await server.address(), key)).catch(() => null)
    if (!reply) continue
    successBodyOf(reply)
    return reply
  }
}

async function untilEnded(id: number) {
  const path = `/workflow-version-execution-results?workflow_version_execution_id=${id}`
  await until(
    () => untilAnswered((api) => api.get(path)),
    ({ status }) => status === 200,
  )
}

test('every run is done, with the value that a run without a crash gives', () => {
  assert.equal(runs.length, runCount)
  assert.ok(runs.every(({ state }) => state === 'done'))
  for (const { id, word } of started) {
    const own = nodes.filter(({ run_id }) => Number(run_id) === id)
    assert.equal(own.length, 6)
    assert.ok(own.every(({ status }) => status === 'SUCCESS'))
    const last = own.find(({ position }) => Number(position) === 5)!
    const value = `${word}.+${word}.+${word}.+${word}.`
    assert.deepEqual(JSON.parse(String(last['document'])), { value })
  }
})

test('every call of a node is one request; only calls under way were repeated', (context) => {
  const called = nodes.flatMap(({ request_ids }) => JSON.parse(String(request_ids)) as number[])
  assert.equal(called.length, runCount * callsOfRun)
  assert.equal(new Set(called).size, called.length)
  const logged = new Set(requests.map(({ id }) => Number(id)))
  assert.ok(called.every((id) => logged.has(id)))
  const again = models.calls.length - called.length
  context.diagnostic(`${again} calls made again after ${kills} kills`)
  assert.ok(again >= 0 && again <= kills * 16 * 2)
})
