import { Refusal } from '../../../engine/refusal.ts'
import { facetText } from '../../../engine/search/index.ts'
import { answerIn, contentOfSpan, questionIn, type TurnText, turnText } from '../../../engine/traces/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { blueprintsOf, cursorParts, cursorText, queriesWithin, sharedLimit } from '../../requests/index.ts'
import { documentText, spanOfDocument } from '../document.ts'
import { presentTraces } from '../list/search-traces.ts'
import { endRequestsQuery, firstRoots, turnsQuery } from './group-queries.ts'
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
    turns: traces.map((trace) => ({ trace, ...texts.get(trace.trace_id)! })),
    next_cursor: last ? cursorText([last.value, last.trace_id]) : null,
  }
}

interface TurnTexts {
  readonly input: string | null
  readonly output: string | null
  readonly is_whole: boolean
  readonly first_request_id: number | null
  readonly last_request_id: number | null
}

const nothingSaid: TurnTexts = {
  input: null,
  output: null,
  is_whole: true,
  first_request_id: null,
  last_request_id: null,
}

/**
 * The question and the answer of each trace: of its first and last request, or of its root span if the requests do not
 * have them.
 */
async function textsOf(store: Store, workspace: WorkspaceId, traceIds: readonly string[]) {
  const texts = new Map<string, TurnTexts>(traceIds.map((id) => [id, nothingSaid]))
  if (traceIds.length === 0) return texts
  const ends = await queriesWithin(store, sharedLimit())(endRequestsQuery({ store }, workspace, traceIds))
  const ids = [...new Set(ends.flatMap(({ first, last }) => [first, last].filter((id) => id !== null)))]
  const blueprints = await blueprintsOf(store, workspace, ids)
  for (const { trace_id, first, last } of ends) {
    const asked = first === null ? undefined : blueprints.get(first)
    const answered = last === null ? undefined : blueprints.get(last)
    const said = saidBy(asked ? questionIn(asked) : null, answered ? answerIn(answered) : null)
    texts.set(trace_id, { ...said, first_request_id: first, last_request_id: last })
  }
  const unsaid = traceIds.filter((id) => texts.get(id)!.input === null || texts.get(id)!.output === null)
  for (const [id, root] of await rootTexts(store, workspace, unsaid)) {
    const said = texts.get(id)!
    texts.set(id, {
      ...said,
      input: said.input ?? root.input,
      output: said.output ?? root.output,
      is_whole: said.is_whole && root.is_whole,
    })
  }
  return texts
}

async function rootTexts(store: Store, workspace: WorkspaceId, traceIds: readonly string[]) {
  if (traceIds.length === 0) return []
  const roots = await firstRoots(store, workspace, traceIds)
  return roots.map(({ trace_id, document, frame }) => {
    const { input, output } = contentOfSpan(spanOfDocument(documentText(document, frame)))
    return [trace_id, saidBy(turnText(input), turnText(output))] as const
  })
}

const saidBy = (input: TurnText | null, output: TurnText | null): TurnTexts => ({
  ...nothingSaid,
  input: input?.text ?? null,
  output: output?.text ?? null,
  is_whole: (input?.isWhole ?? true) && (output?.isWhole ?? true),
})
