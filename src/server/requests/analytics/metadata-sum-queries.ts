import { type CompiledQuery, sql } from 'kysely'
import type { MetadataSumSort } from '../../../contract/index.ts'
import type { NamedScore } from '../../../engine/analytics/index.ts'
import { searchDialect } from '../search/dialect.ts'
import { listOfKind } from '../search/facet-list-queries.ts'
import type { Search } from '../search/search.ts'
import type { Sql } from '../search/search-dialect-queries.ts'
import { scoreSql } from './score-queries.ts'
import { errorCount, requestSums } from './summand-queries.ts'

/** Sums of the requests with one value, with any other value, or without a value. */
export interface MetadataSumRow extends Readonly<Record<(typeof requestSums)[number], number>> {
  readonly part: 'value' | 'other' | 'none'
  /** The value; null for the sums of other values and of requests without one. */
  readonly name: string | null
  readonly value_count: number
  /** The number of requests that have the score, and the sum of their scores. */
  readonly scored: number
  readonly score: number
}

const sums = [...requestSums, 'scored', 'score'] as const

const sizes: Readonly<Record<MetadataSumSort, Sql<number>>> = {
  cost: sql`price`,
  requests: sql`requests`,
  errors: sql`errors`,
  tokens: sql`input_tokens + output_tokens`,
}

export interface MetadataSumOptions {
  readonly key: string
  /** The score to average; null for none. */
  readonly score: NamedScore | null
  readonly sortBy: MetadataSumSort
  readonly limit: number
}

/** Computes all sums in one pass over single requests. */
export function metadataSumsQuery(
  { store, workspace }: Search,
  summands: Sql<unknown>,
  { key, score, sortBy, limit }: MetadataSumOptions,
): CompiledQuery<MetadataSumRow> {
  const { facetsOf, total, byCodePoint } = searchDialect(store)
  const { listed, facet, isOfKind } = listOfKind(facetsOf, 'metadata', 'c')
  const totals = sql.join(sums.map((column) => sql`${total(sql.ref(column))} as ${sql.ref(column)}`))
  const scored = score
    ? sql`select c.*, ${scoreSql(workspace, score)} as score from (${summands}) c`
    : sql`select c.*, cast(null as double precision) as score from (${summands}) c`
  const valued = sql`select nullif(${facet.value}, '') as name, c.requests,
      ${errorCount} as errors,
      c.price, c.unpriced, c.uncounted, c.input_tokens, c.output_tokens, c.score, case when c.score is null then 0 else 1 end as scored
    from (${scored}) c left join ${listed} on ${isOfKind} and ${facet.key} = ${key}`
  return sql<MetadataSumRow>`with named as (select name, ${totals} from (${valued}) valued group by name),
    ranked as (select named.*, case when name is null then 'none'
        when row_number() over (partition by case when name is null then 1 else 0 end
          order by ${sizes[sortBy]} desc, ${byCodePoint(sql.ref('name'))}) <= ${limit} then 'value'
        else 'other' end as part from named)
    select part, case when part = 'value' then name end as name, count(*) as value_count, ${totals}
    from ranked group by 1, 2 order by max(${sizes[sortBy]}) desc, 2`.compile(store.db)
}
