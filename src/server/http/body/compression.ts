import { promisify } from 'node:util'
import { gunzip, inflate, type ZlibOptions } from 'node:zlib'
import { Refusal } from '../../../engine/refusal.ts'

type Decompress = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const encodings: Readonly<Record<string, Decompress | undefined>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
}

/** Bytes that a body may have after decompression: gzip states them at its end. A body of 30 KB may have 30 MB. */
export function decompressedSize(bytes: Buffer, encoding: string, limit: number): number {
  if (!/gzip/i.test(encoding) || bytes.length < 4) return limit
  return Math.min(bytes.readUInt32LE(bytes.length - 4), limit)
}

/** Decompresses a body, at most up to `limit` bytes. */
export async function decompressBody(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === '' || name === 'identity') return bytes
  const decompress = Object.hasOwn(encodings, name) ? encodings[name] : undefined
  if (!decompress)
    throw new Refusal('unsupported_media_type', 'The body may be compressed with gzip or deflate only.')
  const statedSize = decompressedSize(bytes, name, limit)
  try {
    return await decompress(bytes, { maxOutputLength: Math.max(1, statedSize) })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    if (isTooLarge && statedSize === limit)
      throw new Refusal('too_large', `This endpoint takes a body of at most ${limit} bytes, decompressed.`)
    const problem = isTooLarge
      ? 'the gzip data is longer than the size at its end'
      : `the body is not ${name} data`
    throw new Refusal('invalid', problem, { loc: ['body'], type: 'encoding_invalid' })
  }
}
