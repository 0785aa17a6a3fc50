import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { EndpointName } from '../../src/contract/index.ts'
import { type Arena, openArena } from './arena.ts'
import { isForThisEngine } from './for-this-engine.ts'
import { bulkRequests, type Hostile, hostileRequests } from './hostile-requests.ts'
import { inParallel, widthFor } from './in-parallel.ts'
import { checkSane } from './internals.ts'
import { checkRoundTrip, isCompared, overwrites } from './round-trip.ts'
import { shareOf } from './share.ts'
import { createWorld, type World } from './world.ts'

const intact = Object.getOwnPropertyNames(Object.prototype)
let arena: Arena

/** Sends values that break naive code in every field of every endpoint. */
export function hostileSuites(share: number): void {
  suite(`hostile values, part ${share + 1}`, () => {
    before(async () => {
      arena = await openArena()
    })
    after(() => arena.close())

    for (const [name, endpoint] of shareOf(share))
      suite(endpoint.id, () => {
        let world: World
        before(async () => {
          world = await createWorld(arena.app, endpoint)
        })

        test('hostile values are refused or come back exactly', async () => {
          const failures: string[] = []
          const width = overwrites(name) ? 1 : widthFor(endpoint)
          await inParallel(hostileRequests(endpoint, world, isCompared(name)), width, async (hostile) => {
            if (!isForThisEngine(endpoint, hostile[2])) return
            failures.push(...(await tryOut(name, hostile, world)).failures)
          })
          check(failures)
        })

        if (endpoint.body)
          test('enormous values are refused or stored too', async () => {
            const failures: string[] = []
            let own: World | null = null
            for (const request of bulkRequests(endpoint)) {
              if (!isForThisEngine(endpoint, request(world)[2])) continue
              own ??= await createWorld(arena.app, endpoint)
              const tried = await tryOut(name, request(own), own)
              failures.push(...tried.failures)
              // The next call needs a new world only if this call stored something; a refused call does not.
              if (tried.status < 300) own = null
            }
            check(failures)
          })
      })
  })
}

async function tryOut(
  name: EndpointName,
  [what, sent]: Hostile,
  world: World,
): Promise<{ status: number; failures: string[] }> {
  const answer = await arena.wire.send(sent)
  try {
    checkSane(what, sent.path + (sent.body?.toString('utf8') ?? ''), answer)
    await checkRoundTrip(name, sent, answer, arena, world)
    return { status: answer.status, failures: [] }
  } catch (error) {
    return { status: answer.status, failures: [`${what}: ${(error as Error).message}`] }
  }
}

function check(failures: readonly string[]) {
  assert.deepEqual(failures.slice(0, 20), [], `${failures.length} failures`)
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), intact)
}
