import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { moveBack } from '../../src/server/bodies/move-back.ts'
import { sweep } from '../../src/server/bodies/sweep.ts'
import type { Store } from '../../src/server/db/index.ts'
import { log, readBack } from '../journeys/support/requests.ts'
import { chat, user } from '../journeys/support/templates.ts'
import type { Api } from '../kit/api.ts'
import { moveAll, objectsForSuite, pointersOf } from './start-with-objects.ts'

class Killed extends Error {}

/** The store of a process that ends before or after its n-th transaction. */
function killedAt(store: Store, step: number, when: 'before' | 'after'): Store {
  let count = 0
  return {
    ...store,
    async transact(work) {
      const isLast = ++count === step
      if (isLast && when === 'before') throw new Killed()
      const result = await store.transact(work)
      if (isLast) throw new Killed()
      return result
    },
  }
}

/** Logs 66 requests, whose bodies fill two frames. */
const logBodies = (api: Api) =>
  Promise.all(Array.from({ length: 66 }, (_, index) => log(api, { input: chat(user(`Body ${index}`)) })))

suite('a mover that ends between two steps', () => {
  const world = objectsForSuite()

  test('loses no body and stores none twice', async () => {
    const { store } = world.app.context
    let kills = 0
    for (const when of ['before', 'after'] as const)
      for (let step = 1; ; step++) {
        const { api, id: workspace } = await world.app.newWorkspace()
        const ids = await logBodies(api)
        const first = await readBack(api, ids[0]!)
        const wasKilled = await moveAll(killedAt(store, step, when), world.storage, workspace).then(
          () => false,
          (error) => {
            assert.ok(error instanceof Killed)
            return true
          },
        )
        await moveAll(store, world.storage, workspace)
        const rows = await pointersOf(store, workspace)
        assert.equal(rows.length, 66)
        assert.ok(rows.every(({ body_object }) => body_object !== null))
        assert.deepEqual(await readBack(api, ids[0]!), first)
        for (const id of ids.slice(-3)) assert.equal((await readBack(api, id)).body_unavailable, null)
        if (!wasKilled) break
        kills++
      }
    assert.ok(kills >= 8, `${kills} kills`)
    await sweep(store, world.storage, Date.now() + 2 * 86_400_000)
    const objects = await store.db.selectFrom('body_objects').selectAll().execute()
    assert.ok(objects.every(({ state }) => state === 'stored'))
    assert.deepEqual(
      objects.map(({ name }) => name).sort(),
      [...world.s3.objects.keys()].sort(),
      'interrupted writes are swept',
    )
  })

  test('loses no body and stores none twice on the way back into the database', async () => {
    const { store } = world.app.context
    const { api, id: workspace } = await world.app.newWorkspace()
    const ids = await logBodies(api)
    await moveAll(store, world.storage, workspace)
    const [object] = await store.db
      .selectFrom('body_objects')
      .selectAll()
      .where('workspace_id', '=', workspace)
      .execute()
    await assert.rejects(moveBack(killedAt(store, 2, 'before'), world.storage, object!), Killed)
    await moveBack(store, world.storage, object!)
    world.s3.mood = 'away'
    for (const id of ids) assert.equal((await readBack(api, id)).body_unavailable, null)
  })
})
