import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Endpoint, EndpointName } from '../../src/contract/index.ts'
import { testEngine } from '../kit/engine.ts'
import { type Arena, openArena } from './arena.ts'
import { bulkRequests, type Hostile, hostileRequests } from './hostile-requests.ts'
import { inParallel, widthFor } from './in-parallel.ts'
import { checkSane, slowestBulk } from './internals.ts'
import { checkRoundTrip, overwrites } from './round-trip.ts'
import { shareOf } from './share.ts'
import { createWorld, type World } from './world.ts'

const intact = Object.getOwnPropertyNames(Object.prototype)
let arena: Arena

/** Values that break naive code, in every slot of every endpoint. */
export function hostileSuites(share: number): void {
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
        await inParallel(hostileRequests(endpoint, world), width, async (hostile) => {
          if (!isForThisEngine(endpoint, hostile)) return
          failures.push(...(await failureOf(name, hostile, world)))
        })
        check(failures)
      })

      if (endpoint.body)
        test('so are enormous ones', async () => {
          const failures: string[] = []
          for (const request of bulkRequests(endpoint)) {
            if (!isForThisEngine(endpoint, request(world))) continue
            const own = await createWorld(arena.app, endpoint)
            failures.push(...(await failureOf(name, request(own), own, slowestBulk)))
          }
          check(failures)
        })
    })
}

/** A body that the contract refuses never meets storage: SQLite's run asks it, for both. */
const isForThisEngine = ({ body: schema }: Endpoint, [, { body }]: Hostile): boolean =>
  testEngine() === 'sqlite' || !schema || !body || schema.safeParse(JSON.parse(body.toString('utf8'))).success

async function failureOf(
  name: EndpointName,
  [what, sent]: Hostile,
  world: World,
  longest?: number,
): Promise<string[]> {
  const answer = await arena.wire.send(sent)
  try {
    checkSane(what, sent.path + (sent.body?.toString('utf8') ?? ''), answer, longest)
    await checkRoundTrip(name, sent, answer, arena, world)
    return []
  } catch (error) {
    return [`${what}: ${(error as Error).message}`]
  }
}

function check(failures: readonly string[]) {
  assert.deepEqual(failures.slice(0, 20), [], `${failures.length} failures`)
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), intact)
}
