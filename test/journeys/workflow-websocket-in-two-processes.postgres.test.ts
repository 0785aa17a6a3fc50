import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import { type Environment, type GalleyServer, startServer, stopped } from '../start/galley-process.ts'
import { runEventIn, subscribeToRuns } from './support/run-socket.ts'
import { gpt } from './support/running.ts'
import { PromptLayer } from './support/sdk.ts'
import { chat, publish, user } from './support/templates.ts'
import { createWorkflow, joinNode, output, promptNode, startRun, topic } from './support/workflows.ts'

/** One process serves the clients and executes no run; others execute runs, without clients. */

const key = 'the-key-of-the-test-of-two-processes'

let models: FakeModels
let storage: Awaited<ReturnType<typeof migratedStorage>>
let environment: Environment
let apiServer: GalleyServer
let worker: GalleyServer
let api: Api
let workflow: number
const modelCalled = Promise.withResolvers<void>()

before(async () => {
  models = await startFakeModels({
    script: ({ text }) => {
      modelCalled.resolve()
      // The first call with the text "storm" takes ten minutes, longer than the test.
      const isFirst = models.calls.length === 1
      return { text: `${text}!`, pace: { first: text === 'storm' && isFirst ? 600_000 : 100 } }
    },
  })
  storage = await migratedStorage()
  environment = {
    ...models.environment(),
    GALLEY_DATA: storage.config.folder,
    DATABASE_URL: storage.config.databaseUrl!,
    GALLEY_API_KEY: key,
    GALLEY_LOG_LEVEL: 'error',
  }
  apiServer = await startServer({ ...environment, GALLEY_ROLE: 'api' })
  worker = await startServer({ ...environment, GALLEY_ROLE: 'worker' })
  api = apiOf(apiServer.address, key)
  await publish(api, 'ask', chat(user('{thing}')), { metadata: gpt() })
  const nodes = [promptNode('said', 'ask', { thing: 'topic' }), joinNode('end', ['said', 'topic'], output)]
  workflow = (await createWorkflow(api, { name: 'flow', ...topic, nodes })).workflow_id
})

after(async () => {
  await Promise.all([apiServer, worker].map(stopped))
  await models.close()
  await storage.drop()
})

async function listen(channel: string) {
  const reply = await api.post(`/ws-token-request-library?capability=${channel}`)
  assert.equal(reply.status, 201)
  return subscribeToRuns(apiServer.address, channel, reply.body.token_details.token)
}

const ended = (run: number, final_output: string) => ({
  workflow_version_execution_id: run,
  result_code: 'OK',
  final_output,
})

test('a client of one process gets the events of a run that a second process begins and a third continues', async () => {
  const run = await startRun(api, workflow, { input_variables: { topic: 'storm' } })
  const client = await listen(`workflow_updates:${run}`)
  assert.deepEqual(client.subscribed, { id: 2, subscribe: {} })
  await modelCalled.promise
  await stopped(worker)
  worker = await startServer({ ...environment, GALLEY_ROLE: 'worker' })
  assert.deepEqual(runEventIn(await client.next()), ended(run, 'storm!+storm'))
  assert.equal(models.calls.length, 2)
  client.socket.close()
})

test('a client on its own channel gets the events of a run that begins later in another process', async () => {
  const suffix = 'ab12'.repeat(8)
  const client = await listen(`workflows:${workflow}:run:${suffix}`)
  const run = await startRun(api, workflow, {
    input_variables: { topic: 'rain' },
    channel_name_suffix: suffix,
  })
  assert.deepEqual(runEventIn(await client.next()), ended(run, 'rain!+rain'))
  client.socket.close()
})

test("the vendor's SDK, unmodified, gets the result of another process", async () => {
  const promptLayer = new PromptLayer({ apiKey: key, baseURL: apiServer.address })
  const result = await promptLayer.runWorkflow({ workflowName: 'flow', inputVariables: { topic: 'sun' } })
  assert.equal(result, 'sun!+sun')
})
