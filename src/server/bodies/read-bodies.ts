import { originalOf, payloadOfRow, type Store } from '../db/index.ts'
import { BodyUnavailableError, requireBodyStorage } from './body-storage.ts'
import { putBackMedia } from './media/put-back.ts'
import { frameAddressOf, type StoredBody } from './stored-body.ts'

/** Reads the body of a request as it was received. @throws BodyUnavailableError */
export async function readBody(store: Store, workspace: number, stored: StoredBody): Promise<Buffer> {
  const body = await readReferringBody(store, workspace, stored)
  if (stored.media === null) return body
  return putBackMedia(store, workspace, body, stored.media.split(' '))
}

/** Reads the body from the database or from object storage, with references in place of media. @throws BodyUnavailableError */
export async function readReferringBody(
  store: Store,
  workspace: number,
  stored: StoredBody,
): Promise<Buffer> {
  const frameAddress = frameAddressOf(stored)
  if (!frameAddress) return originalOf(payloadOfRow(stored))
  return requireBodyStorage(store, 'The body is').body(workspace, stored.request_id, frameAddress)
}

/** Reads a body with `read`; null if the body is not available. */
export async function readBodyOrNull(
  store: Store,
  workspace: number,
  stored: StoredBody,
  read = readBody,
): Promise<Buffer | null> {
  try {
    return await read(store, workspace, stored)
  } catch (error) {
    if (error instanceof BodyUnavailableError) return null
    throw error
  }
}
