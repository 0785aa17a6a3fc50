import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEvaluation, run, score } from '../scripts/seed/evaluation.ts'
import { Galley } from '../scripts/seed/galley.ts'
import { logHistory, publishPrompts, storeTraces } from '../scripts/seed/send.ts'
import { makeTickets, Random } from '../src/server/sample/content/index.ts'
import { echo } from './fake-models/index.ts'
import { supportDesk } from './fake-models/support-desk.ts'
import { type RunWorld, startRunWorld } from './journeys/support/running.ts'

let world: RunWorld
before(async () => {
  world = await startRunWorld()
  world.fake.answerWith((question) => supportDesk(question) ?? echo(question))
})
after(() => world.close())

test('the seed makes an evaluation that runs and scores, and one edited row reruns alone', async () => {
  const galley = new Galley(world.app.baseUrl, world.app.key)
  const random = new Random(1)
  const tickets = makeTickets(random, 12)
  await publishPrompts(galley)
  await logHistory(galley, random, tickets, 20, Date.now())
  const trace = await storeTraces(galley, Date.now())
  const path = '/api/public/v2/requests/search'
  const pages = [
    await galley.post(path, { page: 1, per_page: 25 }),
    await galley.post(path, { page: 2, per_page: 25 }),
  ]
  // Seven spans of the conversation are calls of models.
  assert.deepEqual(
    pages.map(({ items }) => items.length),
    [25, 2],
  )
  assert.equal((await galley.get(`/api/public/v2/traces/${trace}`)).spans.length, 9)

  const { path: sheet, columns } = await createEvaluation(galley, tickets)
  const forecast = await galley.post(`${sheet}/operations/forecast`, {})
  assert.deepEqual([forecast.cell_count, forecast.columns.length], [96, 3])
  const whole = await run(galley, sheet, { budget: { cost: '1' } })
  assert.deepEqual([whole.status, whole.completed_count, whole.failed_count], ['completed', 96, 0])
  assert.ok(whole.call_count >= 25 && whole.call_count <= 36 && whole.cost > 0)
  const calculation = await score(galley, sheet)
  assert.equal(calculation.status, 'completed')
  assert.ok(calculation.aggregate_score > 0.7)

  const { data } = await galley.get(`${sheet}/rows?limit=1`)
  const cell = data[0].cells[columns.get('ticket')!]
  const edited = await galley.patch(`${sheet}/cells/${cell.id}`, {
    value: 'The tent leaks. Can I return it?',
  })
  const again = await run(galley, sheet, {})
  assert.deepEqual([edited.stale_count, again.cell_count, again.completed_count], [8, 8, 8])
  assert.ok(again.call_count <= 3)
})
