import { after, before, describe, it } from 'node:test'
import { type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { assertJourneysPass } from './journeys-pass.ts'

describe("tracing with the vendor's Python SDK, unmodified", () => {
  let world: RunWorld
  before(async () => {
    world = await startRunWorld()
  })
  after(() => world.close())

  it('sends traces that can be read page by page and closed', { timeout: 120_000 }, () =>
    assertJourneysPass(world, 'tracing.py', 6, {}),
  )
})
