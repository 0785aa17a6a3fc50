import type { Search } from './search.ts'
import { findTerms } from './terms-queries.ts'
import type { SearchedWord } from './words-query.ts'

/** Attempts of a search with listed words while new words enter the index. */
const attempts = 3

/**
 * Replaces word prefixes by the index's words with them: 20 times faster. Indexing may add words meanwhile, so the words are
 * listed again after each run; its result holds if none is new. The next run begins with the words that were listed last.
 */
export class ListedWords {
  readonly #search: Search
  #listed: SearchedWord[] | null = null

  constructor(search: Search) {
    this.#search = search
  }

  async run<T>(work: (search: Search) => Promise<T>): Promise<T> {
    const search = this.#search
    if (!search.hasArrivals || search.words.every(({ terms }) => terms !== null)) return work(search)
    let listed =
      this.#listed ??
      (await listAgain(
        search,
        search.words.map(({ text, terms }) => ({ text, terms: terms ?? [] })),
      ))
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const result = await work({ ...search, words: listed })
      const now = await listAgain(search, listed)
      this.#listed = now
      if (listed.every(({ terms }, index) => includesAll(terms, now[index]!.terms))) return result
      listed = now
    }
    return work(search)
  }
}

/** Lists the words of each prefix again; a prefix with too many words stays one. */
const listAgain = (search: Search, listed: readonly SearchedWord[]): Promise<SearchedWord[]> =>
  Promise.all(
    listed.map(async (word, index) =>
      search.words[index]!.terms === null && word.terms !== null
        ? { text: word.text, terms: await findTerms(search, word.text) }
        : word,
    ),
  )

/** True if a search for `terms` also found everything with one of `now`. */
const includesAll = (terms: SearchedWord['terms'], now: SearchedWord['terms']): boolean =>
  terms === null || (now?.every((term) => terms.includes(term)) ?? false)
