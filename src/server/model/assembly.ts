/** Assembles the chunks of one streamed answer. */
export interface Assembly {
  /** Returns the text that the chunk adds to the first choice. */
  add(chunk: unknown): string
  /** True if the provider has signalled the end. */
  isComplete(): boolean
  /** The answer as without streaming; null: nothing arrived yet. */
  response(): Record<string, unknown> | null
}
