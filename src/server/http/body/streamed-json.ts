/**
 * A JSON response that is written while it is sent. It waits for slow clients and ends when the client
 * disconnects.
 */
export class StreamedJson {
  readonly chunks: AsyncIterable<string>
  /** The audit log records this value in place of the response. */
  readonly recorded: unknown
  constructor(chunks: AsyncIterable<string>, recorded: unknown = null) {
    this.chunks = chunks
    this.recorded = recorded
  }
}

/** The text of a JSON object that another field can be appended to. */
export const openObject = (fields: object): string => `${JSON.stringify(fields).slice(0, -1)},`

/** The text of a JSON list, in one chunk for each batch. */
export async function* listText(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield separator + JSON.stringify(batch).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
