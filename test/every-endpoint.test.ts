import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type Endpoint, endpoints, sdkStatuses } from '../src/contract/index.ts'
import { checkAccess } from './every-endpoint/access.ts'
import { type Arena, openArena } from './every-endpoint/arena.ts'
import { exampleIn } from './every-endpoint/entities.ts'
import { checkAbsent, checkClash, checkTooLarge } from './every-endpoint/failures.ts'
import { checkForeignIds } from './every-endpoint/foreign-ids.ts'
import { handledByRoom } from './every-endpoint/handlers.ts'
import { checkInvalidBodies, checkInvalidFields } from './every-endpoint/invalid-input.ts'
import { credentials, requestOf, withKey } from './every-endpoint/request.ts'
import type { Received } from './every-endpoint/wire.ts'
import { createWorld, type World } from './every-endpoint/world.ts'

const all: readonly Endpoint[] = Object.values(endpoints)

let arena: Arena
before(async () => {
  arena = await openArena()
})
after(() => arena.close())

suite('the list of endpoints', () => {
  test('every endpoint has exactly one handler', async () => {
    const handled = [...(await handledByRoom()).values()].flat()
    assert.deepEqual(handled.sort(), Object.keys(endpoints).sort())
  })

  test('ids and addresses are unique', () => {
    const addresses = all.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((one) => `${method} ${one.replace(/\{\w+(\+?)\}/g, '{$1}')}`),
    )
    assert.deepEqual(repeated(addresses), [])
    assert.deepEqual(repeated(all.map(({ id }) => id)), [])
  })

  test('the parameters in a path are those of its schema', () => {
    for (const { id, path, params } of all) {
      const inPath = Array.from(path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => name)
      assert.deepEqual(inPath.sort(), Object.keys(params?.shape ?? {}).sort(), id)
    }
  })

  test('statuses that depend on the client are declared', () => {
    for (const [id, { founding, sdk }] of Object.entries(sdkStatuses)) {
      const endpoint = all.find((one) => one.id === id)
      assert.ok(endpoint && founding in endpoint.success && sdk in endpoint.success, id)
    }
  })
})

for (const endpoint of all) {
  suite(endpoint.id, () => {
    let world: World
    before(async () => {
      world = await createWorld(arena.app)
    })

    test('does what its example asks for', async () => {
      const fresh = await createWorld(arena.app)
      const sent = withKey(endpoint, exampleIn(endpoint, fresh), fresh)
      checkSuccess(endpoint, 'founding', await arena.wire.send(sent))
    })

    test('does it for the SDK, with the status that the SDK wants', async () => {
      const fresh = await createWorld(arena.app)
      const headers = { 'X-SDK-Version': '1.3.6', ...credentials(endpoint, fresh) }
      const sent = requestOf(endpoint, exampleIn(endpoint, fresh), headers)
      checkSuccess(endpoint, 'sdk', await arena.wire.send(sent))
    })

    test('refuses strangers', () => checkAccess(endpoint, arena, world))

    test("treats another workspace's things as absent", () => checkForeignIds(endpoint, arena, world))

    test('names the field that is wrong', () => checkInvalidFields(endpoint, arena, world))

    test('says what is not there', () => checkAbsent(endpoint, arena, world))

    if (endpoint.etag)
      test('answers a matching If-None-Match with 304', async () => {
        const headers = { ...credentials(endpoint, world), 'If-None-Match': '*' }
        const { status, text } = await arena.wire.send(
          requestOf(endpoint, exampleIn(endpoint, world), headers),
        )
        assert.deepEqual({ status, text }, { status: 304, text: '' })
      })

    if (endpoint.body) {
      test('refuses a body that is no object', () => checkInvalidBodies(endpoint, arena, world))

      test('refuses a body that is too large', () => checkTooLarge(endpoint, arena, world))

      if (409 in endpoint.errors)
        test('refuses what belongs to another', () => checkClash(endpoint, arena, world))
    }
  })
}

function checkSuccess(endpoint: Endpoint, client: 'founding' | 'sdk', { status, text }: Received) {
  const wanted = sdkStatuses[endpoint.id]?.[client]
  assert.ok(wanted === undefined ? status in endpoint.success : status === wanted, `${status} ${text}`)
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}
