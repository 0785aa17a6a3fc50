import { after, before, describe, it } from 'node:test'
import { type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { createWorkflow, joined, output, topic } from '../journeys/support/workflows.ts'
import { assertJourneysPass } from './journeys-pass.ts'

describe("the vendor's Python SDK, unmodified", () => {
  let world: RunWorld
  before(async () => {
    world = await startRunWorld()
  })
  after(() => world.close())

  it('does all that people do with it', { timeout: 150_000 }, async () => {
    await createWorkflow(world.api, { name: 'flow', ...topic, nodes: [joined('end', ['topic'], output)] })
    await assertJourneysPass(world, 'journeys.py', 13, { WORKFLOW: 'flow' })
  })
})
