import type { Json, PromptNeed } from '../../../engine/columns/index.ts'
import { promptValue } from '../../../engine/running/index.ts'
import type { Context } from '../../context.ts'
import type { PoolName } from '../../model/slots/index.ts'
import { loadRunnable, type TemplateChoice } from '../../prompts/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { present } from '../present.ts'
import { runPrompt, withHistory } from '../run-prompt.ts'
import { plainRequest, type RunRequest } from '../run-request.ts'
import { poolOf } from '../slot-request.ts'
import { NeedFailure, type NeedSetting } from './setting.ts'

export async function runTemplateOf(
  context: Context,
  workspace: WorkspaceId,
  need: PromptNeed,
  setting: NeedSetting,
): Promise<Json> {
  const request: RunRequest = {
    ...plainRequest(choiceOf(need)),
    variables: need.hydrate === false ? null : need.variables,
    requiresAllVariables: true,
    model: modelRequestOf(need),
    history: need.history ?? [],
    ...setting.logFields,
  }
  if (need.templateOnly) return filledTemplate(context, workspace, request)
  const { measuresFirstToken = false } = need
  const result = await runPrompt(context, workspace, request, { ...setting, measuresFirstToken })
  if (need.verbose) return present(result) as unknown as Json
  const { stopReason, structuredOutput } = result
  if (stopReason === 'call_limit')
    throw new NeedFailure('call_limit', 'The model reached its limit of calls and still requests tools.')
  if (stopReason === 'budget') throw new NeedFailure('budget_exhausted', 'The budget of the run is used up.')
  if (structuredOutput?.is_valid === false)
    throw new NeedFailure('bad_answer', `The answer does not fit its schema. ${structuredOutput.problem}`)
  return promptValue(result)
}

const modelRequestOf = ({ model }: PromptNeed) => ({
  provider: model?.provider ?? null,
  model: model?.name ?? null,
  parameterOverrides: model?.parameters ?? null,
})

/** The pool of the prompt's calls; null if it has no model. @throws Refusal if the prompt cannot run. */
export async function poolOfPrompt(
  context: Context,
  workspace: WorkspaceId,
  need: PromptNeed,
): Promise<PoolName | null> {
  const options = { variables: null, model: modelRequestOf(need), metadata: {} }
  const { model, connection } = await loadRunnable(context, workspace, choiceOf(need), options)
  return model && poolOf(model, connection)
}

async function filledTemplate(context: Context, workspace: WorkspaceId, request: RunRequest): Promise<Json> {
  const { template, variables, requiresAllVariables, model, metadata, history } = request
  const filling = { variables, requiresAllVariables, model, metadata }
  const runnable = await loadRunnable(context, workspace, template, filling)
  return withHistory(runnable.template, history) as unknown as Json
}

/** Choices by template. All cells of a column share the template. */
const choices = new WeakMap<PromptNeed['template'], TemplateChoice>()

function choiceOf({ template }: PromptNeed): TemplateChoice {
  const choice = choices.get(template) ?? newChoice(template)
  choices.set(template, choice)
  return choice
}

function newChoice(template: PromptNeed['template']): TemplateChoice {
  if ('inline' in template) {
    const { inline, model, connection: extras = {} } = template
    return { kind: 'draft', template: inline, metadata: model ? { model: modelOf(model) } : null, extras }
  }
  const { version, label } = template
  return { kind: 'registry', prompt: 'id' in template ? template.id : template.name, version, label }
}

const modelOf = ({ provider, name, parameters = {} }: NonNullable<PromptNeed['model']>) => ({
  provider,
  name,
  parameters: { ...parameters },
  display_params: {},
  model_config_display_name: null,
  base_model: null,
  api_type: null,
})
