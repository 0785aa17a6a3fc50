import { parseExact } from '../../../engine/json/parse-exact.ts'
import type { listRows, ScoresOfRequests } from './found-queries.ts'
import type { Preview } from './previews.ts'

type Rows = Awaited<ReturnType<typeof listRows>>

/** Optional fields of an item, if the call asks for them. */
interface Extras {
  readonly promptNames: ReadonlyMap<number, string> | undefined
  readonly inputs: ReadonlyMap<number, Preview> | undefined
  readonly outputs: ReadonlyMap<number, Preview> | undefined
  readonly sortScores: ReadonlyMap<number, number> | undefined
}

/** Presents the items of a page in the order of the search. */
export function presentFound(ids: readonly number[], rows: Rows, scores: ScoresOfRequests, extras: Extras) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentOne(row, scores, extras)] : []
  })
}

function presentOne(
  row: Rows[number],
  scores: ScoresOfRequests,
  { promptNames, inputs, outputs, sortScores }: Extras,
) {
  const metadata = parseExact(row.metadata) as Record<string, unknown>
  return {
    id: row.id,
    engine: row.model,
    provider_type: row.provider,
    source: row.feature,
    function_name: row.function_name,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    price: row.price,
    price_source: row.price_source,
    request_start_time: new Date(row.started_at).toISOString(),
    request_end_time: new Date(row.ended_at).toISOString(),
    latency: row.latency_ms / 1000,
    latency_ms: row.latency_ms,
    time_to_first_token_ms: row.time_to_first_token_ms,
    output_tokens_per_second: row.output_tokens_per_second,
    attempts: row.attempts,
    waited_ms: row.waited_ms,
    status: row.status as 'SUCCESS' | 'WARNING' | 'ERROR',
    error_type: row.error_type,
    error_message: row.error_message,
    prompt_id: row.prompt_id,
    prompt_version_number: row.prompt_version_number,
    prompt_label: row.prompt_label,
    group_id: row.group_id,
    tags_array: JSON.parse(row.tags) as string[],
    metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    scores: scores.own.flatMap(({ request_id, name, score }) =>
      request_id === row.id ? [{ name, score }] : [],
    ),
    given_scores: [...(scores.givenScores.get(row.id) ?? [])],
    ...(sortScores && { sort_score: sortScores.get(row.id)! }),
    ...(promptNames && { prompt_name: promptNames.get(row.prompt_id ?? 0) ?? null }),
    ...(inputs && { input_preview: inputs.get(row.id)?.input ?? null }),
    ...(outputs && { output_preview: outputs.get(row.id)?.output ?? null }),
  }
}
