import { after, before, beforeEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BodyStorage, bodyStorageOf } from '../../src/server/bodies/index.ts'
import { moveMediaOut } from '../../src/server/bodies/media/move-media.ts'
import { moveOut } from '../../src/server/bodies/move-out.ts'
import type { Store } from '../../src/server/db/index.ts'
import { startApp } from '../kit/app.ts'
import { FakeS3 } from './fake-s3.ts'

export async function startWithObjects(now = Date.now) {
  const s3 = await FakeS3.start()
  const app = await startApp({ now }, { bodyStorage: s3.settings() })
  const storage = bodyStorageOf(app.context.store)!
  return {
    s3,
    app,
    storage,
    async close() {
      await app.close()
      await storage.objects.close()
      await s3.close()
    },
  }
}

/** Moves all media of a workspace. Returns the number of moved media. */
export async function moveAllMedia(store: Store, storage: BodyStorage, workspace: number): Promise<number> {
  let moved = 0
  while (await moveMediaOut(store, storage, workspace, Date.now())) moved++
  return moved
}

/**
 * Calls `startWithObjects` for the suite in which this is called. The storage works at the start of each
 * test.
 */
export function objectsForSuite() {
  let world: Awaited<ReturnType<typeof startWithObjects>>
  before(async () => {
    world = await startWithObjects()
  })
  after(() => world.close())
  beforeEach(() => {
    world.s3.mood = 'works'
    world.s3.afterPut = () => {}
  })
  const store = () => world.app.context.store
  return {
    get s3() {
      return world.s3
    },
    get app() {
      return world.app
    },
    get storage() {
      return world.storage
    },
    store,
    objectsOf: (workspace: number) =>
      store()
        .db.selectFrom('body_objects')
        .selectAll()
        .where('workspace_id', '=', workspace)
        .orderBy('id')
        .execute(),
  }
}

/** Moves all bodies of a workspace. */
export async function moveAll(store: Store, storage: BodyStorage, workspace: number): Promise<number> {
  // A body that arrived in this millisecond is not due yet.
  await sleep(2)
  let moved = 0
  for (;;) {
    const step = await moveOut(store, storage, workspace, Date.now())
    moved += step.moved
    if (step.isDone) return moved
  }
}

export const pointersOf = (store: Store, workspace: number) =>
  store.db
    .selectFrom('request_payloads')
    .select(['request_id', 'body_object', 'payload'])
    .where('workspace_id', '=', workspace)
    .orderBy('request_id')
    .execute()
