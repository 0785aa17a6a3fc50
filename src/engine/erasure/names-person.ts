/** Letters and digits of an identifier; shorter ones would match by chance. */
export const searchableLength = (identifier: string): number =>
  identifier.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * A test for texts that hold an identifier as a whole word, in any case, also escaped as in JSON or in addresses. An
 * e-mail address is not found in a longer one.
 */
export function namesPerson(identifiers: readonly string[]): (text: string) => boolean {
  const wanted = [...new Set(identifiers.map(folded))]
  return (text) => {
    const plain = folded(decoded(text))
    return wanted.some((identifier) => occurs(plain, identifier))
  }
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

const controls = /\\+[nrtbf]/g
const codePoints = /\\+u([0-9a-f]{4})/gi
const escaped = /\\+(["\\/])/g
const percents = /(?:%[0-9a-f]{2})+/gi

/** Undoes escapes of JSON, also in JSON within JSON, and percent encoding. */
function decoded(text: string): string {
  const plain = text.includes('\\')
    ? text
        .replace(codePoints, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
        .replace(controls, ' ')
        .replace(escaped, '$1')
    : text
  return plain.includes('%') ? plain.replace(percents, percentDecoded) : plain
}

function percentDecoded(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run
  }
}

const wordCharacter = /[\p{L}\p{N}_]/u
/** Characters that continue an e-mail address if a word character is beyond them. */
const joint = /[.+-]/

function occurs(text: string, identifier: string): boolean {
  const isAddress = identifier.includes('@')
  for (let from = text.indexOf(identifier); from >= 0; from = text.indexOf(identifier, from + 1)) {
    const to = from + identifier.length
    const isWhole =
      !continues(identifier[0]!, text[from - 1], text[from - 2], isAddress) &&
      !continues(identifier.at(-1)!, text[to], text[to + 1], isAddress)
    if (isWhole) return true
  }
  return false
}

/** True if the character beside the end of an identifier makes it a part of a longer word or address. */
function continues(
  end: string,
  beside: string | undefined,
  beyond: string | undefined,
  isAddress: boolean,
): boolean {
  if (beside === undefined || !wordCharacter.test(end)) return false
  if (wordCharacter.test(beside)) return true
  return isAddress && joint.test(beside) && beyond !== undefined && wordCharacter.test(beyond)
}
