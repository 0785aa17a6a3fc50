import type { Json } from '../../engine/json/json.ts'
import type { Pace } from '../pacing/pace.ts'

/** Writes the text of a page's rows in slices, because a page of 500 requests takes 10 ms. */
export async function pageText(
  page: readonly (readonly Json[])[],
  textOf: (row: readonly Json[]) => string,
  pace: Pace,
): Promise<Buffer> {
  let text = ''
  for (const row of page) {
    text += textOf(row)
    await pace.pause()
  }
  return Buffer.from(text)
}
