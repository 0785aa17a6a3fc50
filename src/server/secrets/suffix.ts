const maxShown = 4

/** The last characters of a secret, at most a third of it, for display. */
export function suffixOf(value: string): string | null {
  const characters = [...value]
  const count = Math.min(maxShown, Math.floor(characters.length / 3))
  return count === 0 ? null : characters.slice(-count).join('')
}
