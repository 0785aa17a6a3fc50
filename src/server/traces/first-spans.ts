import { Refusal } from '../../engine/refusal.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { readTracePage } from './read-trace.ts'

export type ReadSpan = Awaited<ReturnType<typeof readTracePage>>['spans'][number]

export interface FirstSpans {
  readonly spans: readonly ReadSpan[]
  /** False if the trace has more spans. */
  readonly isWhole: boolean
}

/** A longer trace is cut. */
const maxSpans = 5_000

/** Reads the earliest spans of a trace. @throws Refusal if the trace does not exist. */
export async function readFirstSpans(
  store: Store,
  workspace: WorkspaceId,
  traceId: string,
): Promise<FirstSpans> {
  const spans: ReadSpan[] = []
  let cursor: string | undefined
  do {
    const page = await readTracePage(store, workspace, traceId, { cursor, limit: 1000 })
    spans.push(...page.spans)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && spans.length < maxSpans)
  return { spans: spans.slice(0, maxSpans), isWhole: cursor === undefined && spans.length <= maxSpans }
}

export const noSuchSpan = ({ isWhole }: FirstSpans) =>
  new Refusal(
    'not_found',
    isWhole
      ? 'There is no such span in the trace.'
      : `The span is not one of the first ${maxSpans.toLocaleString('en')} spans of the trace.`,
  )
