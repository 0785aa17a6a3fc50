import type { Bucketing, Chart } from '../../../../engine/analytics/index.ts'
import type { SearchQuery } from '../../../../engine/search/index.ts'
import type { CopyView } from '../../../clickhouse-copy/index.ts'
import type { MetadataSumOptions } from '../../analytics/metadata-sum-queries.ts'
import type { UsageBy } from '../../analytics/prompt-usage-queries.ts'
import { type FacetSpec, isOfScores } from '../../facets/facet-queries.ts'
import type { CostOptions } from '../../ledger-queries.ts'
import type { DatabaseOnly, LogSearch, PageWithin, ShownPage } from '../log-search.ts'
import type { SuggestionList } from '../suggestion-queries.ts'

type LogOperation<T> = (log: Omit<LogSearch, DatabaseOnly>) => Promise<T>

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

  page = (page: PageWithin) => this.#run((log) => log.page(page))
  total = (shown: ShownPage) => this.#run((log) => log.total(shown))
  extent = () => this.#run((log) => log.extent())
  suggest = (suggestionList: SuggestionList, beginning: string, limit: number) =>
    this.#run((log) => log.suggest(suggestionList, beginning, limit))
  overview = (bucketing: Bucketing, costKey: string | null) =>
    this.#run((log) => log.overview(bucketing, costKey))

  /** The database counts scores by name and value. */
  facets = async (specs: readonly FacetSpec[], limit: number) =>
    specs.some(({ field }) => isOfScores(field))
      ? (await this.#inDatabase()).facets(specs, limit)
      : this.#run((log) => log.facets(specs, limit))

  charts = async (charts: readonly Chart[], bucketing: Bucketing) =>
    charts.some(
      ({ measures, grouping }) => grouping?.by === 'score' || measures.some(({ field }) => field === 'score'),
    )
      ? (await this.#inDatabase()).charts(charts, bucketing)
      : this.#run((log) => log.charts(charts, bucketing))

  usage = async (by: UsageBy, bucketing: Bucketing) => (await this.#inDatabase()).usage(by, bucketing)

  metadataSums = async (options: MetadataSumOptions) => (await this.#inDatabase()).metadataSums(options)

  costs = async (options: CostOptions) => (await this.#inDatabase()).costs(options)

  async #run<T>(operation: LogOperation<T>): Promise<T> {
    if (this.#database) return operation(await this.#database)
    return this.#view.query(operation, async () => operation(await this.#inDatabase()))
  }

  #inDatabase(): Promise<LogSearch> {
    this.#database ??= this.#open()
    return this.#database
  }
}
