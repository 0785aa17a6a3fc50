/**
 * A JSON response that is written while it is sent. It waits for slow clients and ends when the client
 * disconnects.
 */
export class StreamedJson {
  readonly chunks: AsyncIterable<string>
  /** Value recorded in the audit log in place of the response. */
  readonly recorded: unknown
  constructor(chunks: AsyncIterable<string>, recorded: unknown = null) {
    this.chunks = chunks
    this.recorded = recorded
  }
}

/** Text of a JSON object, open for one more field. */
export const openObject = (fields: object): string => `${JSON.stringify(fields).slice(0, -1)},`

/** Text of a JSON list, one chunk per batch. */
export async function* listText(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield separator + JSON.stringify(batch).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
