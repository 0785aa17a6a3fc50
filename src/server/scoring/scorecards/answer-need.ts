import type { Answer, Need } from '../../../engine/columns/index.ts'
import type { Context } from '../../context.ts'
import { type NeedOptions, satisfyNeed } from '../../template-runs/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** How the calls of a need are aborted, counted and stored. */
export type Calls = Pick<NeedOptions, 'signal' | 'onCall' | 'paid'>

export type AnswerNeed = (need: Need) => Promise<Answer>

/** Returns the function that satisfies needs of a calculation. Calculations take turns. */
export function answerNeedOf(
  context: Context,
  workspace: WorkspaceId,
  run: string,
  calls: Calls,
): AnswerNeed {
  return async (need) =>
    (await satisfyNeed(context, workspace, need, { ...calls, run, budget: null, source: 'evaluation' }))
      .answer
}
