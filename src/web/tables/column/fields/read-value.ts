/** Numbers, truths and JSON as what they are, anything else as text. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
