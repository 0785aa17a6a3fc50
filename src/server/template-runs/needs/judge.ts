import type { Json, JudgeNeed } from '../../../engine/columns/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import {
  defaultEvaluator,
  functionNameOf,
  incompleteAnswer,
  type JudgeParameter,
  judgeCall,
  namedParameter,
  readStructuredOutput,
  textOf,
  unfenced,
} from '../../../engine/running/index.ts'
import { modelKwargs } from '../../../engine/template/model-kwargs/index.ts'
import { messagesOf } from '../../../engine/template/provider-reading/index.ts'
import type { Context } from '../../context.ts'
import { noLink } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { readSettings } from '../../workspaces/index.ts'
import { makeCall } from '../make-call.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

type RefusedParameters = ReadonlySet<JudgeParameter>

/** The parameters that models have refused in this process, by workspace, provider and name. */
const refusedBy = new WeakMap<Context['models'], Map<string, RefusedParameters>>()

/** Calls the evaluator model. @throws NeedFailure if the answer does not match its schema. */
export async function judge(
  context: Context,
  workspace: WorkspaceId,
  need: JudgeNeed,
  setting: NeedSetting,
): Promise<Json> {
  const { evaluator_model } = await readSettings(context.store.db, workspace)
  const evaluatorModel = evaluator_model ?? defaultEvaluator
  const knownRefusals = refusedBy.get(context.models) ?? new Map<string, RefusedParameters>()
  refusedBy.set(context.models, knownRefusals)
  const { provider, name } = need.model ?? evaluatorModel
  const key = `${workspace} ${provider} ${name}`
  return judgeWithout(knownRefusals.get(key) ?? new Set())

  /** Calls again without the parameter that the model refuses, and stores the refusal if that call succeeds. */
  async function judgeWithout(refused: RefusedParameters): Promise<Json> {
    const call = judgeCall(need, evaluatorModel, refused)
    try {
      return await callEvaluator(context, workspace, call, setting)
    } catch (error) {
      const parameter = isRefused(error) ? namedParameter(error.message, call.sent) : undefined
      if (parameter === undefined) throw error
      const all = new Set([...refused, parameter])
      const answer = await judgeWithout(all)
      knownRefusals.set(key, new Set([...(knownRefusals.get(key) ?? []), ...all]))
      return answer
    }
  }
}

const isRefused = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'model_failed'

async function callEvaluator(
  context: Context,
  workspace: WorkspaceId,
  { template, model, format }: ReturnType<typeof judgeCall>,
  setting: NeedSetting,
): Promise<Json> {
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
      logFields: { link: noLink, variables: {}, ...setting.logFields },
    },
    setting,
  )
  const text = textOf(messagesOf(call.reading.output))
  const answer = readStructuredOutput(format, unfenced(text))
  if (answer?.is_valid !== true)
    throw new NeedFailure(
      'bad_answer',
      incompleteAnswer({ ...call.reply, kwargs, text }) ??
        `The evaluator's answer does not fit its schema. ${answer?.problem ?? ''}`,
    )
  return answer.value
}
