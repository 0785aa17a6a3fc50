/** Limits that both sides of the pipe enforce. Sizes are bytes of UTF-8. */
export const limits = {
  code: 1024 * 1024,
  input: 10 * 1024 * 1024,
  output: 20 * 1024 * 1024,
  /** Limit of stdout and of stderr; further output is dropped. */
  printed: 64 * 1024,
  /** Limit of error messages and other texts in the head of a frame. */
  errorText: 8 * 1024,
  head: 64 * 1024,
  javascriptMemory: 64 * 1024 * 1024,
  pythonMemory: 192 * 1024 * 1024,
  /** Bytes of the files of one call, which are outside Python's heap. */
  pythonFiles: 64 * 1024 * 1024,
  /** Number of `fetch` calls in one call, and bytes of each body. */
  fetches: 100,
  fetchedRequest: 1024 * 1024,
  fetchedAnswer: 5 * 1024 * 1024,
  snapshot: 64 * 1024 * 1024,
} as const
