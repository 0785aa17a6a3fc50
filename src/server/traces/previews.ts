import { oneLine } from '../../engine/search/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { turnErrors, turnTexts } from './turn-texts.ts'

/** The traces at the ends of a listed trace or session. */
export interface PreviewedTraces {
  readonly first: string
  readonly last: string
  readonly hasErrors: boolean
}

/** Reads the question of each first trace, and the answer and the last error of each last one. */
export async function previewsOf(store: Store, workspace: WorkspaceId, listed: readonly PreviewedTraces[]) {
  const ids = new Set(listed.flatMap(({ first, last }) => [first, last]))
  const texts = await turnTexts(store, workspace, [...ids])
  const failed = listed.filter(({ hasErrors }) => hasErrors).map(({ last }) => last)
  const errors = await turnErrors(store, workspace, failed)
  const line = (text: string | undefined) => (text === undefined ? null : oneLine(text))
  return listed.map(({ first, last }) => ({
    input: line(texts.get(first)?.question?.text),
    output: line(texts.get(last)?.answer?.text),
    error: line(errors.get(last)),
  }))
}
