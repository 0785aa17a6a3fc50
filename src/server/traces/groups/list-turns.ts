import { Refusal } from '../../../engine/refusal.ts'
import { facetText } from '../../../engine/search/index.ts'
import { answerIn, questionIn } from '../../../engine/traces/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { blueprintsOf, cursorParts, cursorText, queriesWithin, sharedLimit } from '../../requests/index.ts'
import { presentTraces } from '../list/search-traces.ts'
import { endRequestsQuery, turnsQuery } from './group-queries.ts'
import { positionOf } from './search-groups.ts'

export const listSessionTurns: Handler<'listSessionTurns'> = async (
  { store, now },
  { caller: { workspace }, params, query: { cursor, limit } },
) => {
  const after = cursor === undefined ? null : positionOf(cursorParts(cursor, 'is none that this list gave'))
  const session = facetText(params.session_id)
  const found = await store.scan
    .executeQuery(turnsQuery({ store, workspace }, session, after, limit + 1))
    .then(({ rows }) => rows)
  if (found.length === 0 && !after) throw new Refusal('not_found', 'There is no such session.')
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const ids = page.map(({ trace_id }) => trace_id)
  const texts = await textsOf(store, workspace, ids)
  const traces = await presentTraces(store, workspace, ids, now())
  return {
    success: true as const,
    turns: traces.map((trace) => ({ trace, ...(texts.get(trace.trace_id) ?? nothingSaid) })),
    next_cursor: last ? cursorText([last.value, last.trace_id]) : null,
  }
}

const nothingSaid = {
  input: null,
  output: null,
  is_whole: true,
  first_request_id: null,
  last_request_id: null,
}

/** The question and the answer of each trace. */
async function textsOf(store: Store, workspace: WorkspaceId, traceIds: readonly string[]) {
  if (traceIds.length === 0) return new Map<string, typeof nothingSaid>()
  const ends = await queriesWithin(store, sharedLimit())(endRequestsQuery({ store }, workspace, traceIds))
  const ids = [...new Set(ends.flatMap(({ first, last }) => [first, last].filter((id) => id !== null)))]
  const blueprints = await blueprintsOf(store, workspace, ids)
  return new Map(
    ends.map(({ trace_id, first, last }) => {
      const asked = first === null ? undefined : blueprints.get(first)
      const answered = last === null ? undefined : blueprints.get(last)
      const input = asked ? questionIn(asked) : null
      const output = answered ? answerIn(answered) : null
      const turn = {
        input: input?.text ?? null,
        output: output?.text ?? null,
        is_whole: (input?.isWhole ?? true) && (output?.isWhole ?? true),
        first_request_id: first,
        last_request_id: last,
      }
      return [trace_id, turn] as const
    }),
  )
}
