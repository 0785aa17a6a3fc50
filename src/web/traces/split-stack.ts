/** Where the stack trace of Python, JavaScript or Java begins. */
const start = /Traceback \(most recent call last\):|\n\s+at [^\n]*(?:\(|:\d)/

/** An error's message without its stack trace. A text that is only a trace has its message in the last line. */
export function splitStack(text: string): { readonly message: string; readonly stack: string | null } {
  const index = text.search(start)
  if (index < 0) return { message: text, stack: null }
  const stack = text.slice(index).replace(/^\n/, '').trimEnd()
  const before = text.slice(0, index).trim()
  return { message: before || stack.slice(stack.lastIndexOf('\n') + 1), stack }
}
