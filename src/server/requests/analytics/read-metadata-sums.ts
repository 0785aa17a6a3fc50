import { Refusal } from '../../../engine/refusal.ts'
import { facetText, parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { searchLog } from '../search/search-log.ts'
import { chartsTimeout, refusingTimeout, sharedLimit } from '../search/time-limit.ts'
import type { MetadataSumRow } from './metadata-sum-queries.ts'
import { withoutTimeOrder } from './summand-queries.ts'

export const readMetadataSums: Handler<'readMetadataSums'> = async ({ store }, { caller, body }) => {
  if (body.score_value != null && body.score_name == null)
    throw new Refusal('bad_request', 'score_value: needs a score_name', { path: 'score_value' })
  const query = withoutTimeOrder(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  return refusingTimeout(async () => {
    const search = await searchLog(store, caller.workspace, query, { limit: sharedLimit(chartsTimeout) })
    const { rows, leftOut } = await search.metadataSums({
      key: facetText(body.metadata_key),
      score: body.score_name == null ? null : { name: body.score_name, value: body.score_value ?? null },
      sortBy: body.sort_by,
      limit: body.limit,
    })
    const sumsOf = (row: MetadataSumRow | undefined) => ({
      ...presentSums(row),
      score: body.score_name == null ? null : presentScore(row),
    })
    const other = rows.find(({ part }) => part === 'other')
    return {
      success: true as const,
      values: rows
        .filter(({ part }) => part === 'value')
        .map((row) => ({ value: row.name!, ...sumsOf(row) })),
      other: { value_count: Number(other?.value_count ?? 0), ...sumsOf(other) },
      no_value: sumsOf(rows.find(({ part }) => part === 'none')),
      is_whole: leftOut === 0,
      requests_left_out: leftOut,
    }
  })
}

function presentSums(row: MetadataSumRow | undefined) {
  const of = (column: 'requests' | 'errors' | 'unpriced' | 'uncounted' | 'input_tokens' | 'output_tokens') =>
    Number(row?.[column] ?? 0)
  const [requests, unpriced] = [of('requests'), of('unpriced')]
  return {
    requests,
    errors: of('errors'),
    cost: requests > 0 && unpriced === requests ? null : Number(row?.price ?? 0),
    unpriced_requests: unpriced,
    uncounted_requests: of('uncounted'),
    input_tokens: of('input_tokens'),
    output_tokens: of('output_tokens'),
  }
}

function presentScore(row: MetadataSumRow | undefined) {
  const scored = Number(row?.scored ?? 0)
  return { mean: scored === 0 ? null : Number(row?.score) / scored, scored_requests: scored }
}
