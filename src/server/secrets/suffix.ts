const shown = 4

/** The end of a secret, so that a person can tell secrets apart: a third of it at most. */
export function suffixOf(value: string): string | null {
  const characters = [...value]
  const count = Math.min(shown, Math.floor(characters.length / 3))
  return count === 0 ? null : characters.slice(-count).join('')
}
