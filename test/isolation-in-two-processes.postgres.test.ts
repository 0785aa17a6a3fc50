import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { endpoints } from '../src/contract/index.ts'
import { type ArenaOfTwo, openArenaOfTwo } from './every-endpoint/arena.ts'
import { exampleIn } from './every-endpoint/entities.ts'
import { entitySlots } from './every-endpoint/entity-slots.ts'
import { checkForeignIds } from './every-endpoint/foreign-ids.ts'
import { credentials, requestOf } from './every-endpoint/request.ts'
import { wireTo } from './every-endpoint/wire.ts'
import { workspaceRows } from './every-endpoint/workspace-rows.ts'
import { createWorld, type World } from './every-endpoint/world.ts'
import { type GalleyServer, startServer, stopped } from './start/galley-process.ts'

/** A second process on the same database has cached the other workspace's data, and must not return it. */
suite('ids of another workspace in a process that has just served it', () => {
  let arena: ArenaOfTwo
  let server: GalleyServer
  let arenaOfSecondProcess: ArenaOfTwo
  let world: World
  let foreignRows: string
  before(async () => {
    arena = await openArenaOfTwo()
    world = await createWorld(arena.app)
    const { folder, databaseUrl } = arena.app.context.config
    server = await startServer({
      GALLEY_DATA: folder,
      DATABASE_URL: databaseUrl!,
      GALLEY_ROLE: 'api',
      GALLEY_LOG_LEVEL: 'error',
    })
    arenaOfSecondProcess = { ...arena, wire: wireTo(server.address) }
    // Reads of the other workspace fill the caches of the second process.
    for (const endpoint of Object.values(endpoints)) {
      if (endpoint.method !== 'get') continue
      const headers = credentials(endpoint, arena.foreign)
      const reply = await arenaOfSecondProcess.wire.send(
        requestOf(endpoint, exampleIn(endpoint, arena.foreign), headers),
      )
      assert.ok(reply.status < 300, `${endpoint.id}: ${reply.status}`)
    }
    foreignRows = await workspaceRows(arena.app.context.store, arena.foreign.workspace)
  })
  after(async () => {
    arenaOfSecondProcess.wire.close()
    await stopped(server)
    await arena.close()
  })

  for (const endpoint of Object.values(endpoints))
    if (entitySlots(endpoint).length > 0)
      test(endpoint.id, () => checkForeignIds(endpoint, arenaOfSecondProcess, world))

  test('the other workspace is unchanged', async () => {
    assert.equal(await workspaceRows(arena.app.context.store, arena.foreign.workspace), foreignRows)
  })
})
