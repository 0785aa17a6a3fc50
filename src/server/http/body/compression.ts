import { promisify } from 'node:util'
import { gunzip, inflate, type ZlibOptions } from 'node:zlib'
import { Refusal } from '../../../engine/refusal.ts'

type Decompress = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const encodings: Readonly<Record<string, Decompress | undefined>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
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
  try {
    return await decompress(bytes, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Refusal('too_large', `This endpoint takes a body of at most ${limit} bytes, decompressed.`)
    throw new Refusal('invalid', `the body is not ${name} data`, { loc: ['body'], type: 'encoding_invalid' })
  }
}
