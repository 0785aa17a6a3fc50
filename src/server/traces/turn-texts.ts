import {
  answerIn,
  answerMedia,
  contentOfSpan,
  failureOf,
  questionIn,
  questionMedia,
  type TurnText,
  turnText,
} from '../../engine/traces/index.ts'
import type { Store } from '../db/index.ts'
import { Pace } from '../pacing/pace.ts'
import { blueprintsOf, queriesWithin, sharedLimit } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { documentText, spanOfDocument } from './document.ts'
import {
  endRequestsQuery,
  firstAgents,
  firstPrompts,
  firstRoots,
  lastFailedSpans,
  type SpanDocumentRow,
} from './turn-text-queries.ts'

/** For each trace, the message of the failed span that started last, without the traceback. */
export async function turnErrors(
  store: Store,
  workspace: WorkspaceId,
  failed: readonly string[],
): Promise<Map<string, string>> {
  const errors = new Map<string, string>()
  if (failed.length === 0) return errors
  const pace = new Pace()
  for (const { trace_id, document, frame } of await lastFailedSpans(store, workspace, failed)) {
    await pace.pause()
    const span = spanOfDocument(documentText(document, frame))
    const error = turnText(failureOf(span)?.message ?? null)
    if (error) errors.set(trace_id, error.text)
  }
  return errors
}

export interface TurnTexts {
  readonly question: TurnText | null
  readonly answer: TurnText | null
  /** Hashes of the media in the question and in the answer. */
  readonly questionHashes: readonly string[]
  readonly answerHashes: readonly string[]
  readonly first: number | null
  readonly last: number | null
}

/**
 * The question and the answer of each trace, from its first and last request. If the requests lack them, they come from
 * the root span, the separate span of a prompt, or the first agent.
 */
export async function turnTexts(
  store: Store,
  workspace: WorkspaceId,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, TurnTexts>> {
  const texts = new Map<string, TurnTexts>()
  if (traceIds.length === 0) return texts
  const ends = await queriesWithin(store, sharedLimit())(endRequestsQuery({ store }, workspace, traceIds))
  const ids = [...new Set(ends.flatMap(({ first, last }) => [first, last].filter((id) => id !== null)))]
  const blueprints = await blueprintsOf(store, workspace, ids)
  const pace = new Pace()
  for (const { trace_id, first, last } of ends) {
    await pace.pause()
    const firstRequest = first === null ? undefined : blueprints.get(first)
    const lastRequest = last === null ? undefined : blueprints.get(last)
    texts.set(trace_id, {
      question: firstRequest ? questionIn(firstRequest) : null,
      answer: lastRequest ? answerIn(lastRequest) : null,
      questionHashes: firstRequest ? questionMedia(firstRequest) : [],
      answerHashes: lastRequest ? answerMedia(lastRequest) : [],
      first,
      last,
    })
  }
  const incomplete = traceIds.filter((id) => !texts.get(id)?.question || !texts.get(id)?.answer)
  const complete = async ({ trace_id, document, frame }: SpanDocumentRow) => {
    await pace.pause()
    const { input, output } = contentOfSpan(spanOfDocument(documentText(document, frame)))
    const turn = texts.get(trace_id)
    texts.set(trace_id, {
      question: turn?.question ?? turnText(input),
      answer: turn?.answer ?? turnText(output),
      questionHashes: turn?.questionHashes ?? [],
      answerHashes: turn?.answerHashes ?? [],
      first: turn?.first ?? null,
      last: turn?.last ?? null,
    })
  }
  for (const root of await firstRoots(store, workspace, incomplete)) await complete(root)
  for (const firsts of [firstPrompts, firstAgents]) {
    const withoutQuestion = incomplete.filter((id) => !texts.get(id)?.question)
    for (const span of await firsts(store, workspace, withoutQuestion)) await complete(span)
  }
  return texts
}
