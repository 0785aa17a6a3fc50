export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a UUID in the form of the database; null if the text is no UUID. */
export function readUuid(text: string): string | null {
  const id = text.toLowerCase()
  return uuidPattern.test(id) ? id : null
}
