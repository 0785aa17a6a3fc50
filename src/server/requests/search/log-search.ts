import type { Bucketing, Chart } from '../../../engine/analytics/index.ts'
import type { Range, SearchQuery } from '../../../engine/search/index.ts'
import type { ChartValues } from '../analytics/chart-values.ts'
import type { MetadataSumOptions } from '../analytics/metadata-sum-queries.ts'
import type { Extent } from '../analytics/overview-queries.ts'
import type { UsageBy } from '../analytics/prompt-usage-queries.ts'
import type { MetadataSums } from '../analytics/sum-metadata.ts'
import type { OverviewSums } from '../analytics/sum-overview.ts'
import type { UsageSums } from '../analytics/sum-usage.ts'
import type { CountedFacets } from '../facets/count-facets.ts'
import type { FacetSpec } from '../facets/facet-queries.ts'
import type { CostOptions, DayCost } from '../ledger-queries.ts'
import type { FoundRequest, Page } from './plan-queries.ts'
import type { Total } from './search-page.ts'
import type { SuggestionList } from './suggestion-queries.ts'

/** A page within a range of start times; absent: any time. */
export interface PageWithin extends Page {
  readonly within?: Range
}

/** The number of requests up to the end of a page, and the milliseconds that the page took. */
export interface ShownPage {
  readonly requests: number
  readonly milliseconds: number
}

/**
 * All reads of the request log by a filter. The database and ClickHouse implement them; tests compare both with
 * `search-in-memory.ts`. Rows by id and names of prompts are read from the database. All methods throw
 * QueryTooSlowError at the time limit of the search.
 */
export interface LogSearch {
  readonly query: SearchQuery
  /** One page of ids in the order of the query. */
  page(page: PageWithin): Promise<readonly FoundRequest[]>
  /** Counts the matching requests. If that takes too long, the result is a lower bound. */
  total(shown: ShownPage): Promise<Total>
  /** Start times of the workspace's first and last request, matching or not. */
  extent(): Promise<Extent>
  /** Distinct values that begin with the text, sorted by code point. */
  suggest(list: SuggestionList, beginning: string, limit: number): Promise<string[]>
  /** The most frequent values of facets. If a facet takes too long, its result says so. */
  facets(specs: readonly FacetSpec[], limit: number): Promise<CountedFacets>
  overview(bucketing: Bucketing, costKey: string | null): Promise<OverviewSums>
  charts(charts: readonly Chart[], bucketing: Bucketing): Promise<readonly ChartValues[]>
  usage(by: UsageBy, bucketing: Bucketing): Promise<UsageSums>
  metadataSums(options: MetadataSumOptions): Promise<MetadataSums>
  costs(options: CostOptions): Promise<DayCost[]>
}

/** Methods that only the database implements, even if ClickHouse answers searches. */
export type DatabaseOnly = 'usage' | 'metadataSums' | 'costs'
