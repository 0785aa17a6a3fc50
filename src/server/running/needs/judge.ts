import type { Json, JudgeNeed } from '../../../engine/columns/index.ts'
import {
  functionNameOf,
  judgeCall,
  readStructuredOutput,
  textOf,
  unfenced,
  usualEvaluator,
} from '../../../engine/running/index.ts'
import { modelKwargs } from '../../../engine/template/model-kwargs/index.ts'
import { messagesOf } from '../../../engine/template/provider-reading/index.ts'
import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { noLink } from '../../requests/index.ts'
import { readSettings } from '../../workspaces/index.ts'
import { makeCall } from '../make-call.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

/** Asks the evaluator; its answer fits the schema, or the need fails. */
export async function judge(
  context: Context,
  workspace: WorkspaceId,
  need: JudgeNeed,
  setting: NeedSetting,
): Promise<Json> {
  const { evaluator_model: chosen } = await readSettings(context.store.db, workspace)
  const { template, model } = judgeCall(need, chosen ?? usualEvaluator)
  const { provider, name, api_type: apiType = null } = model
  const made = await makeCall(
    context,
    workspace,
    {
      model,
      functionName: functionNameOf({ provider, model: name, apiType, type: 'chat' }),
      kwargs: modelKwargs({ template, model }),
      connection: null,
      about: { link: noLink, variables: {}, ...setting.about },
    },
    setting,
  )
  const answer = readStructuredOutput(model.parameters, unfenced(textOf(messagesOf(made.reading.output))))
  if (answer?.is_valid !== true)
    throw new NeedFailure(
      'bad_answer',
      `The evaluator's answer does not fit its schema. ${answer?.problem ?? ''}`,
    )
  return answer.value
}
