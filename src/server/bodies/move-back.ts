import { type Store, withOriginal } from '../db/index.ts'
import {
  findMovePosition,
  listBodiesIn,
  oldestArrival,
  saveMovePosition,
  storeInDatabase,
} from './body-queries.ts'
import { type BodyStorage, BodyUnavailableError } from './body-storage.ts'
import { moveMediaBack } from './media/move-media.ts'
import { frameAddressOf, type StoredBody } from './stored-body.ts'

const bodiesPerBatch = 64

interface StoredObject {
  readonly id: number
  readonly workspace_id: number
}

/**
 * Moves the bodies or media of an object back into the database, from where the next pass may move them out again.
 * Returns the number of lost bodies and media.
 * @throws BodyUnavailableError if the storage does not answer.
 */
export async function moveBack(store: Store, storage: BodyStorage, object: StoredObject): Promise<number> {
  const workspace = object.workspace_id
  const lostMedia = await moveMediaBack(store, storage, object.id)
  let lostBodies = 0
  for (;;) {
    const rows = (await listBodiesIn(store, object.id, bodiesPerBatch + lostBodies)).slice(lostBodies)
    if (rows.length === 0) return lostBodies + lostMedia
    const bodies: { readonly row: StoredBody; readonly original: Buffer }[] = []
    for (const row of rows) {
      const body = storage.body(workspace, row.request_id, frameAddressOf(row)!)
      const original = await body.catch((error: unknown) => {
        if (error instanceof BodyUnavailableError && error.kind === 'lost') return null
        throw error
      })
      if (original) bodies.push({ row, original })
      else lostBodies++
    }
    if (bodies.length === 0) continue
    const oldest = await oldestArrival(
      store.db,
      workspace,
      bodies.map(({ row }) => row.request_id),
    )
    await store.transact(async (tx) => {
      for (const { row, original } of bodies)
        await storeInDatabase(
          tx,
          workspace,
          row.request_id,
          object.id,
          withOriginal(store.dialect, row.payload, original),
        )
      const position = await findMovePosition(store.db, workspace)
      if (oldest !== null && oldest <= position.created_at)
        await saveMovePosition(tx, workspace, { created_at: oldest - 1, request_id: 0 })
    })
    storage.counts.broughtBack += bodies.length
  }
}
