import { describe, it } from 'node:test'
import { startRunWorld } from '../journeys/support/running.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { assertJourneysPass } from './journeys-pass.ts'

describe("tracing with the vendor's Python SDK, unmodified", () => {
  const world = ofSuite(startRunWorld)

  it('sends traces that can be read page by page and closed', { timeout: 120_000 }, () =>
    assertJourneysPass(world, 'tracing.py', 6, {}),
  )
})
