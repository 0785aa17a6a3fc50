import { Pace } from '../../pacing/pace.ts'
import { ImportFailure } from './import-failure.ts'

/** Parsing a slice blocks other calls for about 1 ms. */
const sliceSize = 16 * 1024

/** Yields the bytes of a file in slices. @throws ImportFailure if the file is not UTF-8. */
export async function* readSlices(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const check = (bytes: Buffer | undefined, stream: boolean) => {
    try {
      decoder.decode(bytes, { stream })
    } catch {
      throw new ImportFailure('The file is not UTF-8 text; save it as UTF-8 and send it again.')
    }
  }
  const pace = new Pace()
  for await (const piece of pieces)
    for (let offset = 0; offset < piece.length; offset += sliceSize) {
      const slice = piece.subarray(offset, offset + sliceSize)
      check(slice, true)
      yield slice
      await pace.pause()
    }
  check(undefined, false)
}

/** Maximum bytes of a row. */
export const maxRowBytes = 10 * 1024 * 1024
