/** Text of cells in the format that spreadsheets copy. */
export const toTabSeparated = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n')

const quoted = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A quote counts only at the start of a cell, as spreadsheets write it. */
export function fromTabSeparated(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    rows.at(-1)!.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    const isEnd = match[3] === ''
    if (isEnd || (match[3] !== '\t' && cell.lastIndex === text.length)) return rows
    if (match[3] !== '\t') rows.push([])
  }
  return rows
}
