import type { Bucketing, Chart } from '../../../engine/analytics/index.ts'
import { narrowQuery, type SearchQuery } from '../../../engine/search/index.ts'
import { chartValues } from '../analytics/chart-values.ts'
import type { MetadataSumOptions } from '../analytics/metadata-sum-queries.ts'
import { type Extent, extentQuery } from '../analytics/overview-queries.ts'
import type { UsageBy } from '../analytics/prompt-usage-queries.ts'
import { sumMetadata } from '../analytics/sum-metadata.ts'
import { sumOverview } from '../analytics/sum-overview.ts'
import { sumUsage } from '../analytics/sum-usage.ts'
import { countFacets } from '../facets/count-facets.ts'
import type { FacetSpec } from '../facets/facet-queries.ts'
import { type CostOptions, costsQuery, dayCost } from '../ledger-queries.ts'
import { chooseDriver, type Driver } from './choose-driver-queries.ts'
import { countFound, isTooLongToCount } from './count-found.ts'
import { isEverything } from './driver.ts'
import { findPage } from './find-page.ts'
import { ListedWords } from './listed-words.ts'
import type { LogSearch, PageWithin, ShownPage } from './log-search.ts'
import { fromMatching } from './plan-queries.ts'
import type { Search } from './search.ts'
import { allSuggestions, type SuggestionList, suggestionsWithin } from './suggestion-queries.ts'

/** A search of the log in SQLite or PostgreSQL. */
export class SqlLogSearch implements LogSearch {
  readonly query: SearchQuery
  readonly #search: Search
  readonly #words: ListedWords
  #driver: Promise<Driver> | null = null

  constructor(search: Search) {
    this.#search = search
    this.#words = new ListedWords(search)
    this.query = search.query
  }

  page = ({ within, ...page }: PageWithin) =>
    this.#driven((search, driver) =>
      findPage(within ? { ...search, query: narrowQuery(search.query, within) } : search, driver, page),
    )

  total = ({ requests, milliseconds }: ShownPage) =>
    isTooLongToCount(this.#search, requests, milliseconds)
      ? Promise.resolve({ atLeast: requests, isExact: false })
      : this.#driven((search, driver) => countFound(search, driver, requests))

  async extent(): Promise<Extent> {
    const [row] = await this.#search.runQuery(extentQuery(this.#search))
    return row!
  }

  suggest = (suggestionList: SuggestionList, beginning: string, limit: number) =>
    this.#driven(async (search, driver) => {
      const { filter, words } = search.query
      const suggestions =
        words.length === 0 && isEverything(filter)
          ? allSuggestions(search, suggestionList, beginning, limit)
          : suggestionsWithin(search, driver, suggestionList, beginning, limit)
      return (await search.runQuery(suggestions)).map(({ value }) => value)
    })

  facets = (specs: readonly FacetSpec[], limit: number) =>
    countFacets((work) => this.#driven(work), specs, limit)

  overview = (bucketing: Bucketing, costKey: string | null) =>
    this.#driven((search, driver) => sumOverview(search, driver, bucketing, costKey))

  charts = (charts: readonly Chart[], bucketing: Bucketing) =>
    this.#driven((search, driver) => chartValues(search, driver, charts, bucketing))

  usage = (by: UsageBy, bucketing: Bucketing) =>
    this.#driven((search, driver) => sumUsage(search, driver, by, bucketing))

  metadataSums = (options: MetadataSumOptions) =>
    this.#driven((search, driver) => sumMetadata(search, driver, options))

  costs = (options: CostOptions) =>
    this.#driven(async (search, driver) => {
      const costs = costsQuery(search.store, fromMatching(search, driver), options)
      return (await search.runQuery(costs)).map(dayCost)
    })

  /** Runs queries with the listed words of the search, and with the driver that its first query chose. */
  #driven<T>(work: (search: Search, driver: Driver) => Promise<T>): Promise<T> {
    return this.#words.run(async (search) => {
      this.#driver ??= chooseDriver(search)
      return work(search, await this.#driver)
    })
  }
}
