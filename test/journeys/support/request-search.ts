import { LogRequest } from '../../../src/contract/index.ts'
import { outputTokensPerSecond, timeToFirstToken } from '../../../src/engine/call-timing.ts'
import { type RequestSource, searchContentOf } from '../../../src/engine/search/index.ts'
import { type Api, bodyOf } from '../../kit/api.ts'
import type { SearchRecord } from './search-in-memory.ts'

export const searchPath = '/api/public/v2/requests/search'

export async function searchPage(api: Api, body: object) {
  return bodyOf(await api.post(searchPath, body))
}

export const idsIn = (page: { items: { id: number }[] }): number[] => page.items.map(({ id }) => id)

/** All ids of a search, page by page along its cursors. */
export async function searchAll(api: Api, body: object): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null = null
  do {
    const page: { items: { id: number }[]; next_cursor: string | null } = await searchPage(api, {
      ...body,
      per_page: 25,
      ...(cursor !== null && { cursor }),
    })
    ids.push(...idsIn(page))
    cursor = page.next_cursor
  } while (cursor !== null)
  return ids
}

type Links = Partial<Record<'prompt_id' | 'group_id' | 'prompt_version_number', number>> & {
  readonly source?: RequestSource
}

/** The fields of a logged request that the engine's search reads. */
export function recordOf(id: number, logged: object, links: Links = {}): SearchRecord {
  const body = LogRequest.parse(logged)
  const latency = Math.max(0, body.request_end_time - body.request_start_time)
  const firstToken = timeToFirstToken(body.time_to_first_token_ms ?? null, latency)
  return {
    ...searchContentOf({
      input: body.input,
      output: body.output,
      variables: body.prompt_input_variables,
      tags: body.tags,
      metadata: body.metadata,
    }),
    engine: body.model,
    provider_type: body.provider,
    status: body.status,
    source: links.source ?? 'app',
    error_type: body.error_type,
    prompt_label: null,
    scores:
      body.score === 0 && !body.score_name ? [] : [{ name: body.score_name || 'default', score: body.score }],
    numbers: {
      pl_id: id,
      prompt_id: links.prompt_id ?? null,
      group_id: links.group_id ?? null,
      prompt_version_number: links.prompt_version_number ?? null,
      input_tokens: body.input_tokens,
      output_tokens: body.output_tokens,
      // No price list has these models.
      cost: body.price ?? null,
      latency_ms: latency,
      time_to_first_token_ms: firstToken,
      output_tokens_per_second: outputTokensPerSecond({
        outputTokens: body.output_tokens,
        latency,
        firstToken,
      }),
      // Only Galley's own calls have them.
      attempts: null,
      waited_ms: null,
      request_start_time: body.request_start_time,
      request_end_time: body.request_end_time,
    },
  }
}
