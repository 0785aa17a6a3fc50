import { webcrypto } from 'node:crypto'
import { mediaTypeOf, minBase64, nextBase64, unknownMedia } from '../../engine/media/index.ts'
import { Pace } from '../pace.ts'
import { referencePrefix } from './reference.ts'

export interface Media {
  /** In hexadecimal digits. */
  readonly sha256: string
  readonly type: string
  readonly bytes: Buffer
}

/** A body with references in place of media, and the distinct media. */
export interface TakenOut {
  readonly body: Buffer
  readonly media: readonly Media[]
}

/** Takes out what putting back restores byte for byte; everything else stays in the body. */
export async function takeOutMedia(body: Buffer): Promise<TakenOut> {
  const nothing = { body, media: [] }
  if (body.length < minBase64 || (nextBase64(body, 0) && body.includes(referencePrefix))) return nothing
  const pace = new Pace()
  const media = new Map<string, Media>()
  const pieces: Uint8Array[] = []
  let copied = 0
  for (let run = nextBase64(body, 0); run; run = nextBase64(body, run.end)) {
    await pace.pause()
    const bytes = bytesOf(body.toString('latin1', run.start, run.end))
    const type = bytes && (mediaTypeOf(bytes) ?? (run.isDataUrl ? unknownMedia : null))
    if (!bytes || !type) continue
    const sha256 = await hashOf(bytes)
    media.set(sha256, { sha256, type, bytes })
    pieces.push(body.subarray(copied, run.start), Buffer.from(referencePrefix + sha256))
    copied = run.end
  }
  if (media.size === 0) return nothing
  pieces.push(body.subarray(copied))
  return { body: Buffer.concat(pieces), media: [...media.values()] }
}

/** Null if encoding the bytes gives another text. */
function bytesOf(text: string): Buffer<ArrayBuffer> | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

/** On another thread: 20 MB take up to 100 ms. */
const hashOf = async (bytes: Buffer<ArrayBuffer>): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
