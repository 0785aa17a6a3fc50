const shown = 4
/** Of a shorter value four characters would be too much of it. */
const shortestWithSuffix = 12

/** The end of a secret, so that a person can tell secrets apart. */
export function suffixOf(value: string): string | null {
  const characters = [...value]
  return characters.length < shortestWithSuffix ? null : characters.slice(-shown).join('')
}
