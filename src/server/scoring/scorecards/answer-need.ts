import type { Answer, Need } from '../../../engine/columns/index.ts'
import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { satisfyNeed } from '../../running/index.ts'

export type AnswerNeed = (need: Need) => Promise<Answer>

/** Returns the function that satisfies needs of a calculation. Calculations take turns. */
export function answerNeedOf(
  context: Context,
  workspace: WorkspaceId,
  run: string,
  signal: AbortSignal,
): AnswerNeed {
  return async (need) =>
    (await satisfyNeed(context, workspace, need, { signal, run, budget: null, source: 'evaluation' })).answer
}
