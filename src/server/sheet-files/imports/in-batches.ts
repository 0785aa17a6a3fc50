import type { Json } from '../../../engine/json/json.ts'
import type { Batch } from './source.ts'

/** Rows of one transaction. They block other writes for 20 to 50 ms. */
export const rowsPerBatch = 1_000
/** Maximum characters of one transaction. */
const maxBatchCharacters = 4 * 1024 * 1024

/** Yields the rows after the first `skip` ones, in batches for one transaction each. */
export async function* inBatches(
  titles: readonly string[],
  pieces: AsyncIterable<readonly (readonly Json[])[]>,
  skip: number,
): AsyncGenerator<Batch> {
  let toSkip = skip
  let rows: (readonly Json[])[] = []
  let size = 0
  for await (const piece of pieces)
    for (const row of piece) {
      if (toSkip > 0) {
        toSkip--
        continue
      }
      rows.push(row)
      size += sizeOf(row)
      if (rows.length < rowsPerBatch && size < maxBatchCharacters) continue
      yield { titles, rows }
      rows = []
      size = 0
    }
  if (rows.length > 0) yield { titles, rows }
}

/** The estimated size of a row. Values inside lists and objects are not measured. */
function sizeOf(row: readonly Json[]): number {
  let size = 0
  for (const value of row) size += typeof value === 'string' ? value.length : 100
  return size
}
