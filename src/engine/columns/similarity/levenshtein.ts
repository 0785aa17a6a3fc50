/** Most cells of the table of one comparison; filling them takes about 50 ms. */
export const MAX_TABLE = 10_000_000

/** Most characters of two texts together that are split into words. */
export const MAX_WORD_TEXT = 1_000_000

/** One minus the edit distance divided by the longer length, in characters: 1 for equal texts. */
export function levenshteinSimilarity(left: string, right: string): number | 'too-large' {
  const longer = Math.max(charactersIn(left), charactersIn(right))
  if (longer === 0) return 1
  const distance = editDistance(left, right)
  return distance === 'too-large' ? distance : 1 - distance / longer
}

/** Insertions, deletions and replacements of characters. Common prefix and suffix are skipped. */
function editDistance(left: string, right: string): number | 'too-large' {
  const start = sharedStart(left, right)
  const end = sharedEnd(left, right, Math.min(left.length, right.length) - start)
  if ((left.length - end - start) * (right.length - end - start) > MAX_TABLE) return 'too-large'
  const rows = charactersOf(left.slice(start, left.length - end))
  const columns = charactersOf(right.slice(start, right.length - end))
  const row = Uint32Array.from({ length: columns.length + 1 }, (_, index) => index)
  for (const character of rows) {
    let diagonal = row[0]!
    row[0] = diagonal + 1
    for (let column = 1; column <= columns.length; column++) {
      const above = row[column]!
      const replaced = diagonal + (columns[column - 1] === character ? 0 : 1)
      row[column] = Math.min(replaced, above + 1, row[column - 1]! + 1)
      diagonal = above
    }
  }
  return row[columns.length]!
}

function sharedStart(left: string, right: string): number {
  let count = 0
  while (count < left.length && left.charCodeAt(count) === right.charCodeAt(count)) count++
  return isHigh(left.charCodeAt(count - 1)) ? count - 1 : count
}

function sharedEnd(left: string, right: string, maxLength: number): number {
  const at = (text: string, count: number) => text.charCodeAt(text.length - count)
  let count = 0
  while (count < maxLength && at(left, count + 1) === at(right, count + 1)) count++
  return isLow(at(left, count)) ? count - 1 : count
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** One number for each code point, also for characters of two UTF-16 units. */
const charactersOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!)

function charactersIn(text: string): number {
  let count = text.length
  for (let index = 1; index < text.length; index++)
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count--
  return count
}
