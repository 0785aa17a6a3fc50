import { describe, it } from 'node:test'
import { startRunWorld } from '../journeys/support/running.ts'
import { createWorkflow, joinNode, output, topic } from '../journeys/support/workflows.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { assertJourneysPass } from './journeys-pass.ts'

describe("the vendor's Python SDK, unmodified", () => {
  const world = ofSuite(startRunWorld)

  it('does all that people do with it', { timeout: 150_000 }, async () => {
    await createWorkflow(world.api, { name: 'flow', ...topic, nodes: [joinNode('end', ['topic'], output)] })
    await assertJourneysPass(world, 'journeys.py', 13, { WORKFLOW: 'flow' })
  })
})
