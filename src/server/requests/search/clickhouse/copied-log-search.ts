import type { Bucketing, Chart } from '../../../../engine/analytics/index.ts'
import type { SearchQuery } from '../../../../engine/search/index.ts'
import type { CopyView } from '../../../clickhouse-copy/index.ts'
import type { MetadataSumWish } from '../../analytics/metadata-sum-queries.ts'
import type { UsageBy } from '../../analytics/prompt-usage-queries.ts'
import { type FacetSpec, isOfScores } from '../../facets/facet-queries.ts'
import type { DatabaseOnly, LogSearch, PageWithin, Seen } from '../log-search.ts'
import type { Listed } from '../suggestion-queries.ts'

type Question<T> = (log: Omit<LogSearch, DatabaseOnly>) => Promise<T>

/** Searches ClickHouse. If ClickHouse fails or has no answer, searches the database, which has all requests. */
export class CopiedLogSearch implements LogSearch {
  readonly query: SearchQuery
  readonly #view: CopyView<Omit<LogSearch, DatabaseOnly>>
  readonly #open: () => Promise<LogSearch>
  #database: Promise<LogSearch> | null = null

  constructor(
    query: SearchQuery,
    view: CopyView<Omit<LogSearch, DatabaseOnly>>,
    openDatabase: () => Promise<LogSearch>,
  ) {
    this.query = query
    this.#view = view
    this.#open = openDatabase
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
    return this.#view.ask(question, async () => question(await this.#inDatabase()))
  }

  #inDatabase(): Promise<LogSearch> {
    this.#database ??= this.#open()
    return this.#database
  }
}
