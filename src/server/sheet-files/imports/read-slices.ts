import { Pace } from '../../pace.ts'
import { ImportFailure } from './import-failure.ts'

/** Small enough that other requests do not wait for it to be parsed: about 1 ms. */
const sliceSize = 16 * 1024

/** The bytes of a file in slices, between which other work is done. @throws ImportFailure when it is not UTF-8. */
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
    for (let at = 0; at < piece.length; at += sliceSize) {
      const slice = piece.subarray(at, at + sliceSize)
      check(slice, true)
      yield slice
      await pace.pause()
    }
  check(undefined, false)
}

/** Of one row, in bytes. */
export const largestRow = 10 * 1024 * 1024
