const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/**
 * The separator of a CSV file: a comma if the header has a comma, else the semicolon of spreadsheets with decimal
 * commas or the tab of text exports.
 */
export function separatorIn(beginning: string): Separator {
  const header = headerOf(beginning)
  return separators.find((separator) => header.includes(separator)) ?? ','
}

/** The first non-empty line, without quoted parts. */
function headerOf(text: string): string {
  let [header, quoted] = ['', false]
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character !== '\r' && character !== '\n') header += character
    else if (header !== '') break
  }
  return header
}
