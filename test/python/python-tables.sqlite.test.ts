import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { startRunWorld } from '../journeys/support/running.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { assertJourneysPass } from './journeys-pass.ts'

const spans = endpoints.createSpans.example.body!

describe("the vendor's Python SDK, unmodified", () => {
  const world = ofSuite(startRunWorld)

  it('calls every method of tables and evaluates in every form', { timeout: 150_000 }, async () => {
    assert.equal((await world.api.post('/spans-bulk', spans)).status, 201)
    await assertJourneysPass(world, 'tables.py', 5, { TRACE: spans.spans[0]!.context.trace_id })
  })
})
