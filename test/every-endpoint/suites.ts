import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type Endpoint, sdkStatuses } from '../../src/contract/index.ts'
import { checkAccess } from './access.ts'
import { type ArenaOfTwo, openArenaOfTwo } from './arena.ts'
import { exampleIn } from './entities.ts'
import { checkAbsent, checkClash, checkTooLarge } from './failures.ts'
import { testsContract } from './for-this-engine.ts'
import { checkForeignIds } from './foreign-ids.ts'
import { checkInvalidBodies, checkInvalidFields } from './invalid-input.ts'
import { credentials, requestOf, withKey } from './request.ts'
import { shareOf } from './share.ts'
import type { Received } from './wire.ts'
import { workspaceRows } from './workspace-rows.ts'
import { createWorld, type World } from './world.ts'

/** Tests the rules for every endpoint of the contract, on a share of the endpoints. */
export function everyEndpointSuites(share: number): void {
  suite(`every endpoint, part ${share + 1}`, () => {
    let arena: ArenaOfTwo
    let foreignRows: string
    const readForeignRows = () => workspaceRows(arena.app.context.store, arena.foreign.workspace)
    before(async () => {
      arena = await openArenaOfTwo()
      foreignRows = await readForeignRows()
    })
    after(() => arena.close())

    for (const [, endpoint] of shareOf(share)) {
      suite(endpoint.id, () => {
        let world: World
        before(async () => {
          world = await createWorld(arena.app, endpoint)
        })

        // Strangers are refused before storage is read, except for the lookup of the key, which is the same for
        // every endpoint.
        if (testsContract) test('refuses strangers', () => checkAccess(endpoint, arena, world))

        test("treats another workspace's entities as absent", () => checkForeignIds(endpoint, arena, world))

        if (testsContract)
          test('names the field that is wrong', () => checkInvalidFields(endpoint, arena, world))

        test('answers 404 for missing entities', () => checkAbsent(endpoint, arena, world))

        if (endpoint.etag)
          test('answers a matching If-None-Match with 304', async () => {
            const headers = { ...credentials(endpoint, world), 'If-None-Match': '*' }
            const { status, text } = await arena.wire.send(
              requestOf(endpoint, exampleIn(endpoint, world), headers),
            )
            assert.deepEqual({ status, text }, { status: 304, text: '' })
          })

        if (endpoint.body && testsContract) {
          test('refuses a body that is no object', () => checkInvalidBodies(endpoint, arena, world))

          test('refuses a body that is too large', () => checkTooLarge(endpoint, arena, world))
        }

        if (endpoint.body && 409 in endpoint.errors)
          test('refuses external ids of another entity', () => checkClash(endpoint, arena, world))

        // Refused requests do not change the world; only the test of a clash also sends a request that is accepted.
        const unchanged = async () =>
          endpoint.body && 409 in endpoint.errors ? createWorld(arena.app, endpoint) : world

        test('accepts its example', async () => {
          const fresh = await unchanged()
          const sent = withKey(endpoint, exampleIn(endpoint, fresh), fresh)
          const answer = await arena.wire.send(sent)
          checkSuccess(endpoint, 'founding', answer)
          if (!endpoint.tags.includes('installation')) checkNothingForeign(answer, fresh, arena.foreign)
          checkNoSecret(endpoint, answer)
        })

        if (testsContract && sdkStatuses[endpoint.id])
          test('answers the SDK with its own status', async () => {
            const fresh = await createWorld(arena.app, endpoint)
            const headers = { 'X-SDK-Version': '1.3.6', ...credentials(endpoint, fresh) }
            const sent = requestOf(endpoint, exampleIn(endpoint, fresh), headers)
            checkSuccess(endpoint, 'sdk', await arena.wire.send(sent))
          })
      })
    }

    test('no request changed the other workspace', async () => {
      const rows = await readForeignRows()
      const earlierRows = new Set(foreignRows.split('\n'))
      assert.deepEqual(
        rows.split('\n').filter((row) => !earlierRows.has(row)),
        [],
      )
      assert.equal(rows, foreignRows)
    })
  })
}

function checkSuccess(endpoint: Endpoint, client: 'founding' | 'sdk', { status, text }: Received) {
  const expectedStatus = sdkStatuses[endpoint.id]?.[client]
  assert.ok(
    expectedStatus === undefined ? status in endpoint.success : status === expectedStatus,
    `${status} ${text}`,
  )
}

/** Checks that an answer has nothing of the other workspace: neither its id nor ids that no other workspace can have. */
function checkNothingForeign({ text }: Received, { workspace }: World, foreign: World) {
  for (const [, id] of text.matchAll(/"workspace_id":(\d+)/g)) assert.equal(Number(id), workspace)
  for (const [entity, id] of Object.entries(foreign.ids))
    if (typeof id === 'string' && entity !== 'media')
      assert.ok(!text.includes(id), `${entity} of another workspace`)
}

/** Unaudited fields of bodies that are secrets; the others are large, or shown once. */
const secretFields = ['api_key', 'code', 'headers', 'new_password', 'password', 'value']

/** Checks that an answer has no secret of the example. */
function checkNoSecret({ id, unauditedFields = [], example }: Endpoint, { text }: Received) {
  const body = (example.body ?? {}) as Readonly<Record<string, unknown>>
  for (const field of secretFields.filter((name) => unauditedFields.includes(name)))
    for (const secret of Object.values(typeof body[field] === 'object' ? { ...body[field] } : [body[field]]))
      assert.ok(typeof secret !== 'string' || !text.includes(secret), `${id} shows its ${field}`)
}
