import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../test/crash/database.ts'
import { RestartingServer } from '../test/crash/restarting-server.ts'
import { startFakeModels } from '../test/fake-models/index.ts'
import { gpt } from '../test/journeys/support/running.ts'
import { chat, publication, user } from '../test/journeys/support/templates.ts'
import { sixNodes } from '../test/journeys/support/workflows.ts'
import { type Api, apiOf, type Reply } from '../test/kit/api.ts'

/**
 * Starts 1,000 runs of a workflow of six nodes, on a server that is killed meanwhile: `node
 * bench/workflows.ts [runs] [kills]`.
 */

const [runCount = 1_000, kills = 10] = process.argv.slice(2).map(Number)
const load = loadavg()[0]!
const key = 'the-key-of-the-workflow-bench'
const models = await startFakeModels({
  script: ({ text }) => ({ text: `${text}.`, pace: { first: 20 } }),
})
const server = await RestartingServer.start(key, models.environment())

async function untilAnswered(call: (api: Api) => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call(apiOf(await server.address(), key)).catch(() => null)
    if (reply) return reply
  }
}

await untilAnswered((api) =>
  api.post('/rest/prompt-templates', publication('ask', chat(user('{thing}')), { metadata: gpt() })),
)
await untilAnswered((api) => api.post('/rest/workflows', sixNodes))
const words = Array.from({ length: runCount }, (_none, index) => `w${index}`)
const startedAt = performance.now()
const ids = await Promise.all(
  words.map(
    async (word) =>
      (await untilAnswered((api) => api.post('/workflows/flow/run', { input_variables: { topic: word } })))
        .body.workflow_version_execution_id as number,
  ),
)
const startedIn = performance.now() - startedAt
const killing = (async () => {
  for (let count = 0; count < kills; count++) {
    await sleep(300 + Math.random() * 1_000)
    await server.kill()
  }
})()
let wrong = 0
async function check(id: number, word: string): Promise<void> {
  const path = `/workflow-version-execution-results?workflow_version_execution_id=${id}`
  let reply = await untilAnswered((api) => api.get(path))
  while (reply.status === 202) {
    await sleep(500)
    reply = await untilAnswered((api) => api.get(path))
  }
  if (reply.body !== `${word}.+${word}.+${word}.+${word}.`) wrong++
}
for (let from = 0; from < ids.length; from += 20)
  await Promise.all(ids.slice(from, from + 20).map((id, index) => check(id, words[from + index]!)))
const seconds = (performance.now() - startedAt) / 1000
await killing

const database = await openDatabase(server.config)
const runs = await database.query('select id, state from workflow_runs')
const nodes = await database.query('select run_id, status, request_ids from workflow_run_nodes')
await database.close()
const called = nodes.flatMap(({ request_ids }) => JSON.parse(String(request_ids)) as number[])
const figures = {
  engine: server.config.databaseUrl ? 'PostgreSQL' : 'SQLite',
  runs: runCount,
  kills,
  'load before': load.toFixed(1),
  'started in, s': (startedIn / 1000).toFixed(1),
  'all over after, s': seconds.toFixed(1),
  lost: runs.filter(({ state }) => state !== 'done').length + Math.max(0, runCount - runs.length),
  double: Math.max(0, runs.length - runCount) + called.length - new Set(called).size,
  'wrong values': wrong,
  'unsettled nodes': runCount * 6 - nodes.filter(({ status }) => status === 'SUCCESS').length,
  'calls made again': models.calls.length - called.length,
}
console.log(`| ${Object.keys(figures).join(' | ')} |\n| ${Object.values(figures).join(' | ')} |`)
await server.stop()
await models.close()
const { lost, double } = figures
process.exitCode =
  wrong + lost + double + figures['unsettled nodes'] > 0 || called.length !== runCount * 3 ? 1 : 0
