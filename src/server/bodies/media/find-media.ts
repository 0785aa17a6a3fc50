import type { Store } from '../../db/index.ts'
import { requireBodyStorage } from '../body-storage.ts'
import { listStoredMedia, type StoredMedia } from './media-queries.ts'
import type { Media } from './take-out.ts'

/**
 * Returns the media with these hashes that the workspace has, from the database or from object storage.
 * @throws BodyUnavailableError
 */
export async function findMedia(
  store: Store,
  workspace: number,
  hashes: readonly string[],
): Promise<Map<string, Media>> {
  const byHash = new Map<string, Media>()
  for (const media of await listStoredMedia(store, workspace, hashes))
    byHash.set(media.sha256, {
      sha256: media.sha256,
      type: media.type,
      bytes: await bytesOf(store, media),
    })
  return byHash
}

async function bytesOf(store: Store, { sha256, size, bytes, object }: StoredMedia): Promise<Buffer> {
  if (object === null) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return requireBodyStorage(store, 'The media are').media(object, sha256, size)
}
