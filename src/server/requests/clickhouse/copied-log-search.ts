import type { Bucketing, Chart } from '../../../engine/analytics/index.ts'
import type { SearchQuery } from '../../../engine/search/index.ts'
import type { UsageBy } from '../analytics/prompt-usage-queries.ts'
import type { FacetSpec } from '../facets/facet-queries.ts'
import type { LogSearch, PageWithin, Seen } from '../search/log-search.ts'
import type { Listed } from '../search/suggestion-queries.ts'
import type { ClickHouseLogSearch } from './clickhouse-log-search.ts'
import { ClickHouseUnavailableError } from './client.ts'

/** Asks ClickHouse, and the database where ClickHouse is away or has no answer: the database has every request. */
export class CopiedLogSearch implements LogSearch {
  readonly query: SearchQuery
  readonly #clickhouse: ClickHouseLogSearch
  readonly #open: () => Promise<LogSearch>
  readonly #note: (error: ClickHouseUnavailableError | null) => void
  #database: Promise<LogSearch> | null = null

  constructor(
    clickhouse: ClickHouseLogSearch,
    openDatabase: () => Promise<LogSearch>,
    /** Called after each question to ClickHouse, with the reason why the database is asked instead. */
    note: (error: ClickHouseUnavailableError | null) => void,
  ) {
    this.query = clickhouse.query
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

  /** Scores by name are counted in the database. */
  facets = async (specs: readonly FacetSpec[], limit: number) =>
    specs.some(({ field }) => field === 'score_names')
      ? (await this.#inDatabase()).facets(specs, limit)
      : this.#ask((log) => log.facets(specs, limit))

  charts = async (charts: readonly Chart[], bucketing: Bucketing) =>
    charts.some(({ measures }) => measures.some(({ field }) => field === 'score'))
      ? (await this.#inDatabase()).charts(charts, bucketing)
      : this.#ask((log) => log.charts(charts, bucketing))

  usage = async (by: UsageBy, bucketing: Bucketing) => (await this.#inDatabase()).usage(by, bucketing)

  async #ask<T>(question: (log: Omit<LogSearch, 'usage'>) => Promise<T>): Promise<T> {
    if (this.#database) return question(await this.#database)
    try {
      const answer = await question(this.#clickhouse)
      this.#note(null)
      return answer
    } catch (error) {
      if (!(error instanceof ClickHouseUnavailableError)) throw error
      this.#note(error)
      return question(await this.#inDatabase())
    }
  }

  #inDatabase(): Promise<LogSearch> {
    this.#database ??= this.#open()
    return this.#database
  }
}
