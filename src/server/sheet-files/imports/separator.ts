const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/**
 * What parts the values of a CSV file: the comma when its header has one, else what spreadsheets write where the
 * comma is the decimal sign, or when they save as text.
 */
export function separatorIn(beginning: Buffer): Separator {
  const header = headerOf(beginning.toString('latin1'))
  return separators.find((separator) => header.includes(separator)) ?? ','
}

/** The first line that is not empty, without what is in quotes. */
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
