import { MAX_TABLE, MAX_WORD_TEXT } from './levenshtein.ts'

const word = /[\p{L}\p{M}\p{N}]+/gu

/** ROUGE-L: F1 of the longest common subsequence of lower-case words. Texts without words score 1 if equal, else 0. */
export function rougeL(candidate: string, reference: string): number | 'too-large' {
  if (candidate === reference) return 1
  if (candidate.length + reference.length > MAX_WORD_TEXT) return 'too-large'
  const candidateWords = wordsOf(candidate)
  const referenceWords = wordsOf(reference)
  if (candidateWords.length === 0 || referenceWords.length === 0) return 0
  if (candidateWords.length * referenceWords.length > MAX_TABLE) return 'too-large'
  const common = longestCommon(candidateWords, referenceWords)
  return (2 * common) / (candidateWords.length + referenceWords.length)
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
