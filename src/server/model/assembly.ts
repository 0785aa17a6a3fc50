/** Collects the chunks of one streamed answer. */
export interface Assembly {
  /** Adds a chunk. Returns the text that the chunk adds to the first choice. */
  add(chunk: unknown): string
  /** True once the provider has sent the end. */
  isComplete(): boolean
  /** The answer as it would be without streaming; null if nothing has arrived. */
  response(): Record<string, unknown> | null
}
