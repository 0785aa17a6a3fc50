import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

/** One body with the request that it belongs to. */
export interface FrameBody {
  readonly workspace: number
  readonly request: number
  readonly bytes: Uint8Array
}

/** The originals of a frame, by request. */
export type Frame = ReadonlyMap<number, Buffer>

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** The checksum makes a changed frame fail when it is read. */
const options = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

const newline = 10

/** A zstd frame: a line of JSON that names the bodies and their sizes, then the bodies. */
export function packFrame(bodies: readonly FrameBody[]): Promise<Buffer> {
  const header = {
    v: 1,
    bodies: bodies.map(({ workspace, request, bytes }) => [workspace, request, bytes.length]),
  }
  return compress(
    Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bodies.map(({ bytes }) => bytes)]),
    options,
  )
}

/** @throws if the frame is damaged. */
export async function unpackFrame(packed: Uint8Array, workspace: number): Promise<Frame> {
  const bytes = await decompress(packed)
  const end = bytes.indexOf(newline)
  const { bodies } = JSON.parse(bytes.toString('utf8', 0, end)) as {
    bodies: readonly (readonly [workspace: number, request: number, size: number])[]
  }
  const frame = new Map<number, Buffer>()
  let offset = end + 1
  for (const [owner, request, size] of bodies) {
    if (owner === workspace) frame.set(request, bytes.subarray(offset, offset + size))
    offset += size
  }
  return frame
}
