import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import type { Endpoint } from '../../src/contract/index.ts'
import { arbitraryContent } from './arbitrary.ts'
import { type Arena, openArena } from './arena.ts'
import { inParallel, widthFor } from './in-parallel.ts'
import { checkSane } from './internals.ts'
import { type Content, credentials, requestOf } from './request.ts'
import { shareOf } from './share.ts'
import { createWorld } from './world.ts'

const seed = Number(process.env['GALLEY_FUZZ_SEED'] ?? 1)
const runs = Number(process.env['GALLEY_FUZZ_RUNS'] ?? 30)

/**
 * Sends random requests by the schemas. Each answer must be declared, and none may be a 5xx. The values are
 * ordinary, so one engine is enough; both engines get hostile values.
 */
export function fuzzSuite(share: number): void {
  suite(`requests made up from the contract, GALLEY_FUZZ_SEED=${seed}`, () => {
    let arena: Arena
    before(async () => {
      arena = await openArena()
    })
    after(() => arena.close())

    for (const [, endpoint] of shareOf(share))
      test(endpoint.id, async () => {
        const world = await createWorld(arena.app, endpoint)
        const contents = fc.sample(arbitraryContent(endpoint, world), { seed, numRuns: runs })
        const statuses = new Map<number, number>()
        await inParallel(contents, widthFor(endpoint), async (content) => {
          const sent = requestOf(endpoint, finite(endpoint, content), credentials(endpoint, world))
          const answer = await arena.wire.send(sent)
          const text = `${sent.path} ${sent.body?.toString('utf8').slice(0, 2_000) ?? ''}`
          checkSane(text, text, answer)
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        })
        const known = new Set([...Object.keys(endpoint.success), ...Object.keys(endpoint.errors)].map(Number))
        const undeclared = [...statuses.keys()].filter((status) => !known.has(status))
        assert.deepEqual(undeclared, [], JSON.stringify([...statuses]))
      })
  })
}

/** The request without `stream`, because a stream may have no end; journeys test streams. */
const finite = (endpoint: Endpoint, content: Content): Content =>
  endpoint.events && endpoint.method === 'get'
    ? { ...content, query: { ...(content.query as object), stream: 'false' } }
    : content
