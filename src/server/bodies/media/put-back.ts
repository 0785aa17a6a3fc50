import type { Store } from '../../db/index.ts'
import { Pace } from '../../pacing/pace.ts'
import { BodyUnavailableError } from '../body-storage.ts'
import { findMedia } from './find-media.ts'
import { hashLength, referencePrefix } from './reference.ts'

/**
 * Returns the body as it was received. Replaces only references to `hashes`, the media of the request.
 * @throws BodyUnavailableError
 */
export async function putBackMedia(
  store: Store,
  workspace: number,
  body: Buffer,
  hashes: readonly string[],
): Promise<Buffer> {
  const mediaByHash = await findMedia(store, workspace, hashes)
  const pace = new Pace()
  const encoded = new Map<string, Buffer>()
  for (const hash of hashes) {
    const media = mediaByHash.get(hash)
    if (!media) throw new BodyUnavailableError('lost', 'The request was deleted while it was read.')
    await pace.pause()
    encoded.set(hash, Buffer.from(media.bytes.toString('base64'), 'latin1'))
  }
  const pieces: Uint8Array[] = []
  let copied = 0
  for (
    let offset = body.indexOf(referencePrefix);
    offset >= 0;
    offset = body.indexOf(referencePrefix, copied)
  ) {
    const from = offset + referencePrefix.length
    const base64 = encoded.get(body.toString('latin1', from, from + hashLength))
    if (!base64) throw new Error('A body refers to media that do not belong to its request.')
    pieces.push(body.subarray(copied, offset), base64)
    copied = from + hashLength
  }
  pieces.push(body.subarray(copied))
  return Buffer.concat(pieces)
}
