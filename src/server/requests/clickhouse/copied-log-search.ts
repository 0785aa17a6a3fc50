import type { Bucketing, Chart } from '../../../engine/analytics/index.ts'
import type { SearchQuery } from '../../../engine/search/index.ts'
import type { MetadataSumWish } from '../analytics/metadata-sum-queries.ts'
import type { UsageBy } from '../analytics/prompt-usage-queries.ts'
import { type FacetSpec, isOfScores } from '../facets/facet-queries.ts'
import type { DatabaseOnly, LogSearch, PageWithin, Seen } from '../search/log-search.ts'
import type { Listed } from '../search/suggestion-queries.ts'
import { ClickHouseUnavailableError } from './client.ts'

type Question<T> = (log: Omit<LogSearch, DatabaseOnly>) => Promise<T>

/** Two forms of a search in ClickHouse. */
export interface SearchesOfCopy {
  /** Reads each row as a separate request. Null while a batch is being copied, when a request can have two rows. */
  readonly plain: Omit<LogSearch, DatabaseOnly> | null
  /** Leaves out rows that a batch replaces. Each statement takes some 8 ms more of ClickHouse's processors. */
  readonly exact: Omit<LogSearch, DatabaseOnly>
  /** False if a batch was started since the search was opened. */
  readonly isUnchanged: () => Promise<boolean>
}

/** Searches ClickHouse. If ClickHouse fails or has no answer, searches the database, which has all requests. */
export class CopiedLogSearch implements LogSearch {
  readonly query: SearchQuery
  readonly #clickhouse: SearchesOfCopy
  #isChanged = false
  readonly #open: () => Promise<LogSearch>
  readonly #note: (error: ClickHouseUnavailableError | null) => void
  #database: Promise<LogSearch> | null = null

  constructor(
    clickhouse: SearchesOfCopy,
    openDatabase: () => Promise<LogSearch>,
    /** Called after each query of ClickHouse; with an error if the database answers instead. */
    note: (error: ClickHouseUnavailableError | null) => void,
  ) {
    this.query = clickhouse.exact.query
    this.#clickhouse = clickhouse
    this.#open = openDatabase
    this.#note = note
  }

  page = (page: PageWithin) => this.#ask((log) => log.page(page))
  total = (seen: Seen) => this.#ask((log) => log.total(seen))
  extent = () => this.#ask((log) => log.extent())
  suggest = (listed: Listed, beginning: string, limit: number) =>
    this.#ask((log) => log.suggest(listed, beginning, limit))
  overview = (bucketing: Bucketing, costKey: string | null) =>
    this.#ask((log) => log.overview(bucketing, costKey))

  /** The database counts scores by name and value. */
  facets = async (specs: readonly FacetSpec[], limit: number) =>
    specs.some(({ field }) => isOfScores(field))
      ? (await this.#inDatabase()).facets(specs, limit)
      : this.#ask((log) => log.facets(specs, limit))

  charts = async (charts: readonly Chart[], bucketing: Bucketing) =>
    charts.some(
      ({ measures, grouping }) => grouping?.by === 'score' || measures.some(({ field }) => field === 'score'),
    )
      ? (await this.#inDatabase()).charts(charts, bucketing)
      : this.#ask((log) => log.charts(charts, bucketing))

  usage = async (by: UsageBy, bucketing: Bucketing) => (await this.#inDatabase()).usage(by, bucketing)

  metadataSums = async (wish: MetadataSumWish) => (await this.#inDatabase()).metadataSums(wish)

  async #ask<T>(question: Question<T>): Promise<T> {
    if (this.#database) return question(await this.#database)
    try {
      const answer = await this.#askClickHouse(question)
      this.#note(null)
      return answer
    } catch (error) {
      if (!(error instanceof ClickHouseUnavailableError)) throw error
      this.#note(error)
      return question(await this.#inDatabase())
    }
  }

  async #askClickHouse<T>(question: Question<T>): Promise<T> {
    const { plain, exact, isUnchanged } = this.#clickhouse
    if (plain && !this.#isChanged) {
      const answer = await question(plain)
      if (await isUnchanged()) return answer
      this.#isChanged = true
    }
    return question(exact)
  }

  #inDatabase(): Promise<LogSearch> {
    this.#database ??= this.#open()
    return this.#database
  }
}
