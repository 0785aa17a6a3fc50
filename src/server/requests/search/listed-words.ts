import type { Search } from './open-search.ts'
import { findTerms } from './terms-queries.ts'
import type { SoughtWord } from './words-query.ts'

/** How often a search is done with words listed for it, when the index gets new ones each time. */
const attempts = 3

/**
 * Beginnings are looked for as the words that the index has with them: 20 times quicker. While requests come into
 * the index they may bring words that were not listed, so the words are listed once more in the end; only when
 * none is new, no part of the search missed one.
 */
export async function withListedWords<T>(search: Search, work: (search: Search) => Promise<T>): Promise<T> {
  if (!search.hasArrivals || search.words.every(({ terms }) => terms !== null)) return work(search)
  let listed = await listAgain(
    search,
    search.words.map(({ text, terms }) => ({ text, terms: terms ?? [] })),
  )
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const result = await work({ ...search, words: listed })
    const now = await listAgain(search, listed)
    if (listed.every(({ terms }, index) => holds(terms, now[index]!.terms))) return result
    listed = now
  }
  return work(search)
}

/** The beginnings of the search with their words; one that had too many stays one. */
const listAgain = (search: Search, listed: readonly SoughtWord[]): Promise<SoughtWord[]> =>
  Promise.all(
    listed.map(async (word, index) =>
      search.words[index]!.terms === null && word.terms !== null
        ? { text: word.text, terms: await findTerms(search, word.text) }
        : word,
    ),
  )

/** Whether who looked for the first found whatever has one of the second. */
const holds = (terms: SoughtWord['terms'], now: SoughtWord['terms']): boolean =>
  terms === null || (now?.every((term) => terms.includes(term)) ?? false)
