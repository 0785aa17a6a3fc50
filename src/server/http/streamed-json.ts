/** A JSON answer that is written while it is sent. It waits for slow clients and ends when the client disconnects. */
export class StreamedJson {
  readonly chunks: AsyncIterable<string>
  /** What the audit log records in place of the answer. */
  readonly recorded: unknown
  constructor(chunks: AsyncIterable<string>, recorded: unknown = null) {
    this.chunks = chunks
    this.recorded = recorded
  }
}

/** The text of a JSON object up to where one more field follows. */
export const openObject = (fields: object): string => `${JSON.stringify(fields).slice(0, -1)},`

/** The text of a JSON list, one chunk for each batch of items. */
export async function* listText(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield separator + JSON.stringify(batch).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
