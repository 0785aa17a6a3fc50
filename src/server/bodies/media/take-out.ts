import { mediaTypeOf, minBase64, nextBase64, unknownMedia } from '../../../engine/media/index.ts'
import { Pace } from '../../pacing/pace.ts'
import { referencePrefix } from './reference.ts'
import { sha256Of } from './sha256.ts'

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

/** Takes media out that can be put back byte for byte; other base64 stays in the body. */
export async function takeOutMedia(body: Buffer): Promise<TakenOut> {
  const unchanged = { body, media: [] }
  let run = nextBase64(body, 0)
  if (!run || body.includes(referencePrefix)) return unchanged
  const pace = new Pace()
  const media = new Map<string, Media>()
  const pieces: Uint8Array[] = []
  let copied = 0
  for (; run; run = nextBase64(body, run.end)) {
    await pace.pause()
    const text = body.subarray(run.start, run.end)
    const type = mediaTypeOf(decoded(text.subarray(0, headLength))) ?? (run.isDataUrl ? unknownMedia : null)
    if (type === null) continue
    const bytes = decoded(text)
    if (!(await isExactly(text, bytes, pace))) continue
    const sha256 = await sha256Of(bytes)
    media.set(sha256, { sha256, type, bytes })
    pieces.push(body.subarray(copied, run.start), Buffer.from(referencePrefix + sha256))
    copied = run.end
  }
  if (media.size === 0) return unchanged
  pieces.push(body.subarray(copied))
  return { body: Buffer.concat(pieces), media: [...media.values()] }
}

/** As `takeOutMedia`, for a JSON text. */
export async function takeOutOfText(
  text: string,
): Promise<{ readonly text: string; readonly media: readonly Media[] }> {
  if (text.length < minBase64) return { text, media: [] }
  const { body, media } = await takeOutMedia(Buffer.from(text))
  return { text: media.length === 0 ? text : body.toString(), media }
}

const decoded = (text: Buffer): Buffer<ArrayBuffer> => Buffer.from(text.toString('latin1'), 'base64')

/** Characters of base64 that are enough to detect the media type. */
const headLength = 64
/** Bytes that are encoded in one piece; a multiple of 3, so that only the last piece has padding. */
const step = 3 * 512 * 1024

/** True if encoding the bytes gives the text. */
async function isExactly(text: Buffer, bytes: Buffer, pace: Pace): Promise<boolean> {
  if (text.length !== 4 * Math.ceil(bytes.length / 3)) return false
  for (let offset = 0; offset < bytes.length; offset += step) {
    await pace.pause()
    const from = (offset / 3) * 4
    const encoded = bytes.toString('base64', offset, offset + step)
    if (text.toString('latin1', from, from + encoded.length) !== encoded) return false
  }
  return true
}
