/** The chunks of one streamed answer put together again. */
export interface Assembly {
  /** Gives the text that the chunk adds to the first choice. */
  add(chunk: unknown): string
  /** The provider has said that it is done, not only stopped. */
  isComplete(): boolean
  /** The answer as it would have come in one piece; null before anything was said. */
  response(): Record<string, unknown> | null
}
