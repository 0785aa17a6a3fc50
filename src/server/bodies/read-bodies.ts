import { originalOf, type Store } from '../db/index.ts'
import { BodyUnavailableError, bodyStorageOf, type FramePlace } from './body-storage.ts'

/** A row of `request_payloads` as `bodyColumns` selects it. */
export interface StoredBody {
  readonly request_id: number
  readonly payload: Uint8Array
  readonly body_object: number | null
  readonly body_offset: number | null
  readonly body_length: number | null
}

export const bodyColumns = ['request_id', 'payload', 'body_object', 'body_offset', 'body_length'] as const

/**
 * The original body of a request, from the database or from object storage.
 * @throws BodyUnavailableError
 */
export async function readBody(store: Store, workspace: number, stored: StoredBody): Promise<Buffer> {
  const place = placeOf(stored)
  if (!place) return originalOf(stored.payload)
  const storage = bodyStorageOf(store)
  if (!storage)
    throw new BodyUnavailableError(
      'unreachable',
      'The body is in object storage, and GALLEY_S3_ENDPOINT is not set.',
    )
  return storage.body(workspace, stored.request_id, place)
}

/** Null: the database holds the body. */
export function placeOf({ body_object, body_offset, body_length }: StoredBody): FramePlace | null {
  if (body_object === null || body_offset === null || body_length === null) return null
  return { object: body_object, offset: body_offset, length: body_length }
}

/** As `readBody`; null if the body is not available. */
export async function readBodyOrNull(
  store: Store,
  workspace: number,
  stored: StoredBody,
): Promise<Buffer | null> {
  try {
    return await readBody(store, workspace, stored)
  } catch (error) {
    if (error instanceof BodyUnavailableError) return null
    throw error
  }
}
