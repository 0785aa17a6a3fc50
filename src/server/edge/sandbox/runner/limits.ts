/** What both sides of the pipe hold each other to. Sizes are bytes of UTF-8. */
export const limits = {
  code: 1024 * 1024,
  input: 10 * 1024 * 1024,
  output: 20 * 1024 * 1024,
  /** Of stdout and stderr each; what is printed beyond it is dropped. */
  printed: 64 * 1024,
  /** A message of an error, and any other text of the head of a frame. */
  errorText: 8 * 1024,
  head: 64 * 1024,
  javascriptMemory: 64 * 1024 * 1024,
  pythonMemory: 192 * 1024 * 1024,
  /** Written to files in one call; files live beside Python's heap. */
  pythonFiles: 64 * 1024 * 1024,
  /** Calls of `fetch` in one call of the code, and the bytes of each body. */
  fetches: 100,
  fetchedRequest: 1024 * 1024,
  fetchedAnswer: 5 * 1024 * 1024,
  snapshot: 64 * 1024 * 1024,
} as const
