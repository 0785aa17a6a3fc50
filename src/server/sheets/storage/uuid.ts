export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As ids are stored; null for text that is no UUID and so names nothing. */
export function readUuid(text: string): string | null {
  const id = text.toLowerCase()
  return uuidPattern.test(id) ? id : null
}
