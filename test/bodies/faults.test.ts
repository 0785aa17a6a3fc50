import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { takeLease } from '../../src/server/bodies/body-queries.ts'
import { attachBodyStorage, bodyStorageOf, bodyStorageProblem } from '../../src/server/bodies/index.ts'
import { moveOut } from '../../src/server/bodies/move-out.ts'
import { sweep } from '../../src/server/bodies/sweep.ts'
import { runBodiesCommand } from '../../src/server/commands/bodies-command.ts'
import { ConfigError } from '../../src/server/config/config-error.ts'
import { openStore } from '../../src/server/db/index.ts'
import { deleteRequests } from '../../src/server/requests/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { log, readBack } from '../journeys/support/requests.ts'
import type { Api } from '../kit/api.ts'
import { moveAll, objectsForSuite, pointersOf } from './start-with-objects.ts'

const day = 86_400_000

suite('faults of object storage', () => {
  const world = objectsForSuite()
  const { store, objectsOf } = world
  const storage = () => bodyStorageOf(store())!
  const logged = async (api: Api, count: number) => {
    const ids = []
    for (let index = 0; index < count; index++) ids.push(await log(api))
    return ids
  }
  const unavailable = async (api: Api, id: number) => (await readBack(api, id)).body_unavailable

  test('slow storage: reads time out, a write ends late, and requests deleted meanwhile stay deleted', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const [first, ...later] = await logged(api, 3)
    await moveAll(store(), storage(), workspace)
    const more = await logged(api, 3)
    world.s3.mood = 'slow'
    const moving = moveAll(store(), storage(), workspace)
    const reading = unavailable(api, first!)
    assert.equal(await unavailable(api, more[0]!), null, 'the body is still in the database')
    assert.match(await reading, /No complete answer within/)
    assert.match(await unavailable(api, later[0]!), /No complete answer within/)
    await deleteRequests(store(), workspace as WorkspaceId, more)
    await moving
    world.s3.mood = 'works'
    const [, emptied] = await objectsOf(workspace)
    assert.equal(emptied!.state, 'stored')
    assert.equal((await pointersOf(store(), workspace)).length, 3)
    const now = Date.now()
    await sweep(store(), storage(), now)
    await sweep(store(), storage(), now + 8 * day)
    assert.ok(!world.s3.objects.has(emptied!.name))
    attachBodyStorage(store(), world.s3.settings())
    assert.equal(await unavailable(api, first!), null)
  })

  test('an incomplete answer is treated as no answer', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const [id] = await logged(api, 1)
    await moveAll(store(), storage(), workspace)
    world.s3.mood = 'half'
    assert.equal(typeof (await unavailable(api, id!)), 'string')
    assert.equal(storage().counts.lost, 0)
    world.s3.mood = 'works'
    attachBodyStorage(store(), world.s3.settings())
    assert.equal(await unavailable(api, id!), null)
  })

  test('a revoked key of the storage is reported until the server has the new key', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const [moved, kept] = await logged(api, 2)
    await moveOut(store(), storage(), workspace, Date.now() + 1)
    const [waiting] = await logged(api, 1)
    const before = world.s3.settings()
    world.s3.secret = 'rotated'
    await assert.rejects(moveAll(store(), storage(), workspace), /403 \(SignatureDoesNotMatch\)/)
    assert.match(await unavailable(api, moved!), /403 \(SignatureDoesNotMatch\)/)
    assert.equal(await unavailable(api, waiting!), null)
    assert.match((await bodyStorageProblem(before))!, /403/)
    attachBodyStorage(store(), world.s3.settings())
    await moveAll(store(), storage(), workspace)
    for (const id of [moved, kept, waiting]) assert.equal(await unavailable(api, id!), null)
    assert.equal(storage().problem, null)
  })

  test('two movers at once store each body once', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const ids = await logged(api, 70)
    const other = store().dialect === 'postgres' ? await openStore(world.app.context.config) : store()
    await Promise.all([store(), other].map((each) => moveAll(each, storage(), workspace)))
    if (other !== store()) await other.close()
    const rows = await pointersOf(store(), workspace)
    assert.ok(rows.every(({ body_object }) => body_object !== null))
    for (const id of [ids[0]!, ids[69]!]) assert.equal(await unavailable(api, id), null)
    const now = Date.now()
    await sweep(store(), storage(), now)
    await sweep(store(), storage(), now + 8 * day)
    const needed = new Set(rows.map(({ body_object }) => body_object))
    assert.deepEqual(
      (await objectsOf(workspace)).map(({ id }) => id),
      [...needed].sort((a, b) => a! - b!),
    )
    for (const id of ids) assert.equal(await unavailable(api, id), null)
  })

  test('a mover keeps its lease until the lease expires', async () => {
    const acquire = (holder: string, now: number) =>
      store().transact((tx) => takeLease(tx, holder, now, now + 1_000))
    const start = Date.now() + day
    const acquired = [
      await acquire('one', start),
      await acquire('two', start + 900),
      await acquire('one', start + 950),
      await acquire('two', start + 1_900),
      await acquire('two', start + 2_000),
      await acquire('one', start + 2_500),
    ]
    assert.deepEqual(acquired, [true, false, true, false, true, false])
  })

  test('objects that the database does not have are found and deleted', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const [id] = await logged(api, 1)
    await moveAll(store(), storage(), workspace)
    const [object] = await objectsOf(workspace)
    const lost = `${object!.name.slice(0, -8)}00000000`
    const foreign = 'galley/log/notes.txt'
    for (const name of [lost, foreign]) world.s3.objects.set(name, Buffer.from('bytes'))
    const orphans = (isDelete: boolean, bodyStorage = world.s3.settings()) =>
      runBodiesCommand(store(), { ...world.app.context.config, bodyStorage }, 'bodies orphans', {
        back: false,
        delete: isDelete,
      })
    const none = { orphans: 0, size_bytes: 0, names: [] }
    assert.deepEqual(await orphans(true), { ...none, deleted: 0 }, 'all are young')
    world.s3.age = 8 * day
    const expected = { orphans: 1, size_bytes: 5, names: [lost] }
    assert.deepEqual(await orphans(false), expected)
    assert.ok(world.s3.objects.has(lost))
    const other = 'other/log/2026-01/1-00000000'
    world.s3.objects.set(other, Buffer.from('bytes'))
    const wrong = world.s3.settings({ prefix: 'other/' })
    await assert.rejects(orphans(true, wrong), /Nothing was deleted: this database has no object/)
    assert.deepEqual(await orphans(true), { ...expected, deleted: 1 })
    assert.deepEqual(
      [lost, foreign, other].map((name) => world.s3.objects.has(name)),
      [false, true, true],
    )
    const before = world.s3.settings()
    world.s3.secret = 'rotated again'
    await assert.rejects(
      orphans(true, before),
      new ConfigError('The object storage answered 403 (SignatureDoesNotMatch).'),
    )
    attachBodyStorage(store(), world.s3.settings())
    assert.equal(await unavailable(api, id!), null)
  })
})
