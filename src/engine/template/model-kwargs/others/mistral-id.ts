/**
 * Mistral requires call ids of nine letters or digits. Others are hashed (FNV-1a with two seeds, base 36), so that a call and
 * its result keep the same id in every request.
 */
export const mistralId = (id: string): string =>
  /^[A-Za-z0-9]{9}$/.test(id) ? id : `${hash(id, 0x811c9dc5)}${hash(id, 0x9747b28c)}`.slice(0, 9)

const hash = (text: string, seed: number): string => {
  let state = seed
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return state.toString(36).padStart(7, '0').slice(-5)
}
