import { MAX_TABLE, MAX_WORDED } from './levenshtein.ts'

const word = /[\p{L}\p{M}\p{N}]+/gu

/** ROUGE-L: the longest common subsequence of lower-case words, as the F1 of its shares of both texts. Texts without words are alike only where they are equal. */
export function rougeL(candidate: string, reference: string): number | 'too-large' {
  if (candidate === reference) return 1
  if (candidate.length + reference.length > MAX_WORDED) return 'too-large'
  const found = wordsOf(candidate)
  const wanted = wordsOf(reference)
  if (found.length === 0 || wanted.length === 0) return 0
  if (found.length * wanted.length > MAX_TABLE) return 'too-large'
  const common = longestCommon(found, wanted)
  return (2 * common) / (found.length + wanted.length)
}

const wordsOf = (text: string): string[] => text.normalize().toLowerCase().match(word) ?? []

function longestCommon(left: string[], right: string[]): number {
  const row = new Uint32Array(right.length + 1)
  for (const item of left) {
    let diagonal = 0
    for (let column = 1; column <= right.length; column++) {
      const above = row[column]!
      row[column] = right[column - 1] === item ? diagonal + 1 : Math.max(above, row[column - 1]!)
      diagonal = above
    }
  }
  return row[right.length]!
}
