import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { assertJourneysPass } from './journeys-pass.ts'

const spans = endpoints.createSpans.example.body!

describe("the vendor's Python SDK, unmodified", () => {
  let world: RunWorld
  before(async () => {
    world = await startRunWorld()
  })
  after(() => world.close())

  it('calls every method of tables and evaluates in every form', { timeout: 150_000 }, async () => {
    assert.equal((await world.api.post('/spans-bulk', spans)).status, 201)
    await assertJourneysPass(world, 'tables.py', 5, { TRACE: spans.spans[0]!.context.trace_id })
  })
})
