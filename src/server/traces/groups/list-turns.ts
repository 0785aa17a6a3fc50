import { Refusal } from '../../../engine/refusal.ts'
import { facetText } from '../../../engine/search/index.ts'
import { describeMedia } from '../../bodies/index.ts'
import type { Handler } from '../../http/handler.ts'
import { cursorParts, cursorText } from '../../requests/index.ts'
import { presentTraces } from '../list/present-traces.ts'
import { positionOf } from '../list/trace-cursor.ts'
import { type TurnTexts, turnErrors, turnTexts } from '../turn-texts.ts'
import { turnsQuery } from './group-queries.ts'

export const listSessionTurns: Handler<'listSessionTurns'> = async (
  { store, now },
  { caller: { workspace }, params, query: { cursor, limit } },
) => {
  const after = cursor === undefined ? null : positionOf(cursorParts(cursor))
  const session = facetText(params.session_id)
  const turns = await store.scan
    .executeQuery(turnsQuery({ store, workspace }, session, after, limit + 1))
    .then(({ rows }) => rows)
  if (turns.length === 0 && !after) throw new Refusal('not_found', 'There is no such session.')
  const page = turns.slice(0, limit)
  const last = turns.length > limit ? page.at(-1) : undefined
  const ids = page.map(({ trace_id }) => trace_id)
  const texts = await turnTexts(store, workspace, ids)
  const hashes = [...texts.values()].flatMap(({ questionHashes, answerHashes }) => [
    ...questionHashes,
    ...answerHashes,
  ])
  const media = await describeMedia(store, workspace, [...new Set(hashes)])
  const traces = await presentTraces(store, workspace, ids, now())
  const failed = traces.filter(({ status }) => status === 'ERROR').map(({ trace_id }) => trace_id)
  const errors = await turnErrors(store, workspace, failed)
  return {
    success: true as const,
    turns: traces.map((trace) => ({
      trace,
      ...presentTexts(texts.get(trace.trace_id), media),
      error: errors.get(trace.trace_id) ?? null,
    })),
    next_cursor: last ? cursorText([last.value, last.trace_id]) : null,
  }
}

const presentTexts = (texts: TurnTexts | undefined, media: Awaited<ReturnType<typeof describeMedia>>) => ({
  input: texts?.question?.text ?? null,
  output: texts?.answer?.text ?? null,
  input_media: (texts?.questionHashes ?? []).flatMap((hash) => media.get(hash) ?? []),
  output_media: (texts?.answerHashes ?? []).flatMap((hash) => media.get(hash) ?? []),
  is_whole: (texts?.question?.isWhole ?? true) && (texts?.answer?.isWhole ?? true),
  first_request_id: texts?.first ?? null,
  last_request_id: texts?.last ?? null,
})
