import { setTimeout as sleep } from 'node:timers/promises'
import { RestartingServer } from '../test/crash/restarting-server.ts'
import { startFakeModels } from '../test/fake-models/index.ts'
import { gpt } from '../test/journeys/support/running.ts'
import { chat, publication, user } from '../test/journeys/support/templates.ts'
import { asks, joined, output, topic } from '../test/journeys/support/workflows.ts'
import { type Api, apiOf, type Reply } from '../test/kit/api.ts'
import { freshStorage } from '../test/kit/app.ts'

/** 1,000 runs of a workflow of six nodes at once, on a server that is killed meanwhile: `node bench/workflows.ts [runs] [kills]`. */

const [runCount = 1_000, kills = 10] = process.argv.slice(2).map(Number)
const key = 'the-key-of-the-workflow-bench'
const storage = await freshStorage()
const models = await startFakeModels({
  script: ({ text }) => ({ text: `${text}.`, pace: { first: 20 } }),
  keep: 1,
})
const server = new RestartingServer({
  ...models.environment(),
  GALLEY_DATA: storage.config.folder,
  DATABASE_URL: storage.config.databaseUrl ?? undefined,
  GALLEY_API_KEY: key,
  GALLEY_LOG_LEVEL: 'error',
})

async function untilAnswered(call: (api: Api) => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call(apiOf(await server.address(), key)).catch(() => null)
    if (reply) return reply
  }
}

await untilAnswered((api) =>
  api.post('/rest/prompt-templates', publication('ask', chat(user('{thing}')), { metadata: gpt() })),
)
await untilAnswered((api) =>
  api.post('/rest/workflows', {
    name: 'flow',
    ...topic,
    nodes: [
      asks('a', 'ask', { thing: 'topic' }),
      joined('b', ['a', 'topic']),
      asks('c', 'ask', { thing: 'b' }),
      asks('d', 'ask', { thing: 'topic' }),
      joined('e', ['c', 'd']),
      joined('f', ['e', 'a'], output),
    ],
  }),
)
const words = Array.from({ length: runCount }, (_none, index) => `w${index}`)
const began = performance.now()
const ids = await Promise.all(
  words.map(
    async (word) =>
      (await untilAnswered((api) => api.post('/workflows/flow/run', { input_variables: { topic: word } })))
        .body.workflow_version_execution_id as number,
  ),
)
console.log(`${runCount} runs started in ${Math.round(performance.now() - began)} ms`)
const killing = (async () => {
  for (let count = 0; count < kills; count++) {
    await sleep(300 + Math.random() * 1_000)
    await server.kill()
  }
})()
let wrong = 0
for (const [index, id] of ids.entries()) {
  const path = `/workflow-version-execution-results?workflow_version_execution_id=${id}`
  let reply = await untilAnswered((api) => api.get(path))
  while (reply.status === 202) {
    await sleep(100)
    reply = await untilAnswered((api) => api.get(path))
  }
  const word = words[index]!
  if (reply.body !== `${word}.+${word}.+${word}.+${word}.`) wrong++
}
await killing
const seconds = (performance.now() - began) / 1000
console.log(`all over after ${seconds.toFixed(1)} s and ${kills} kills; ${wrong} lost or wrong`)
await server.stop()
await models.close()
await storage.drop()
process.exitCode = wrong > 0 ? 1 : 0
