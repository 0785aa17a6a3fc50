export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The stored form; null for text that is not a UUID. */
export function readUuid(text: string): string | null {
  const id = text.toLowerCase()
  return uuidPattern.test(id) ? id : null
}
