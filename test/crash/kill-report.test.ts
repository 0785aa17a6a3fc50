import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeModels, startFakeModels } from '../fake-models/index.ts'
import { finishedReport, rowsOf } from '../journeys/support/datasets.ts'
import { promptPipeline } from '../journeys/support/report-runs.ts'
import { apiOf, bodyOf } from '../kit/api.ts'
import { until } from '../kit/until.ts'
import { RestartingServer } from './restarting-server.ts'

const key = 'the-key-of-the-crash-test'
const rowCount = 60
const kills = 2

let fake: FakeModels
let server: RestartingServer

before(async () => {
  fake = await startFakeModels({ script: ({ text }) => ({ text: `<${text}>`, pace: { first: 60 } }) })
  server = await RestartingServer.start(key, fake.environment())
})

after(async () => {
  await server.stop()
  await fake.close()
})

test('a run continues after its stored cells, however often the server is killed', async () => {
  let api = apiOf(await server.address(), key)
  const pipeline = await promptPipeline(api, 'killed', rowCount)
  await finishedReport(api, pipeline)
  const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'killed' }))
  for (let kill = 1; kill <= kills; kill++) {
    const enough = (kill * 2 * rowCount) / (kills + 2)
    await until(
      async () => bodyOf(await api.get(`/reports/${report_id}`)).stats.status_counts.COMPLETED,
      (completed) => completed >= enough,
    )
    await server.kill()
    api = apiOf(await server.address(), key)
  }
  const run = await finishedReport(api, report_id)
  assert.deepEqual(run.stats.status_counts, { COMPLETED: 2 * rowCount, FAILED: 0, QUEUED: 0, RUNNING: 0 })
  const { rows } = await rowsOf(api, report_id)
  assert.deepEqual(
    rows.map((row: { value: unknown }[]) => row.at(-2)!.value),
    Array.from({ length: rowCount }, (_, index) => `<Say word ${index}>`),
  )
  const { score } = bodyOf(await api.get(`/reports/${report_id}/score`))
  assert.equal(score.score_type, 'single_column')
})
