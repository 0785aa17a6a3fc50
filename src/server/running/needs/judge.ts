import type { Json, JudgeNeed, ModelChoice } from '../../../engine/columns/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import {
  functionNameOf,
  incompleteAnswer,
  judgeCall,
  judgeTemperature,
  namesTemperature,
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

/** Models of this process that have refused a temperature, by workspace, provider and name. */
const withoutTemperature = new WeakMap<Context['models'], Set<string>>()

/** Calls the evaluator model. @throws NeedFailure if the answer does not match its schema. */
export async function judge(
  context: Context,
  workspace: WorkspaceId,
  need: JudgeNeed,
  setting: NeedSetting,
): Promise<Json> {
  const { evaluator_model } = await readSettings(context.store.db, workspace)
  const chosen = evaluator_model ?? usualEvaluator
  const learned = withoutTemperature.get(context.models) ?? new Set()
  withoutTemperature.set(context.models, learned)
  const { provider, name } = need.model ?? chosen
  const key = `${workspace} ${provider} ${name}`
  const temperature = learned.has(key) ? null : judgeTemperature(need, chosen)
  try {
    return await ask(context, workspace, need, chosen, temperature, setting)
  } catch (error) {
    if (temperature === null || !isAboutTemperature(error)) throw error
    learned.add(key)
    return ask(context, workspace, need, chosen, null, setting)
  }
}

const isAboutTemperature = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'model_failed' && namesTemperature(error.message)

async function ask(
  context: Context,
  workspace: WorkspaceId,
  need: JudgeNeed,
  chosen: ModelChoice,
  temperature: number | null,
  setting: NeedSetting,
): Promise<Json> {
  const { template, model } = judgeCall(need, chosen, temperature)
  const { provider, name, api_type: apiType = null } = model
  const kwargs = modelKwargs({ template, model })
  const call = await makeCall(
    context,
    workspace,
    {
      model,
      functionName: functionNameOf({ provider, model: name, apiType, type: 'chat' }),
      kwargs,
      connection: null,
      about: { link: noLink, variables: {}, ...setting.about },
    },
    setting,
  )
  const text = textOf(messagesOf(call.reading.output))
  const answer = readStructuredOutput(model.parameters, unfenced(text))
  if (answer?.is_valid !== true)
    throw new NeedFailure(
      'bad_answer',
      incompleteAnswer({ ...call.reply, kwargs, text }) ??
        `The evaluator's answer does not fit its schema. ${answer?.problem ?? ''}`,
    )
  return answer.value
}
