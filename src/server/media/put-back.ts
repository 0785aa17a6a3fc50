import type { Store } from '../db/index.ts'
import { Pace } from '../pace.ts'
import { findMediaBytes } from './media-queries.ts'
import { hashLength, referencePrefix } from './reference.ts'

/** The request was deleted after its body was read. */
export class MediaDeletedError extends Error {
  override readonly name = 'MediaDeletedError'
}

/**
 * The body as it was received. Only references to `hashes`, the media of the request, are replaced.
 * @throws MediaDeletedError
 */
export async function putBackMedia(
  store: Store,
  workspace: number,
  body: Buffer,
  hashes: readonly string[],
): Promise<Buffer> {
  const bytesOf = await findMediaBytes(store, workspace, hashes)
  const pace = new Pace()
  const encoded = new Map<string, Buffer>()
  for (const hash of hashes) {
    const bytes = bytesOf.get(hash)
    if (!bytes) throw new MediaDeletedError('The media of the request were deleted while it was read.')
    await pace.pause()
    encoded.set(hash, Buffer.from(bytes.toString('base64'), 'latin1'))
  }
  const pieces: Uint8Array[] = []
  let copied = 0
  for (let at = body.indexOf(referencePrefix); at >= 0; at = body.indexOf(referencePrefix, copied)) {
    const from = at + referencePrefix.length
    const base64 = encoded.get(body.toString('latin1', from, from + hashLength))
    if (!base64) throw new Error('A body refers to media that are not those of its request.')
    pieces.push(body.subarray(copied, at), base64)
    copied = from + hashLength
  }
  pieces.push(body.subarray(copied))
  return Buffer.concat(pieces)
}
