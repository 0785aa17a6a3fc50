import type { Message, Model, PromptTemplate } from '../blueprint/index.ts'
import type { ProviderReading } from './call.ts'
import { joined } from './common/template.ts'
import { displayParams } from './parameters.ts'

/** A logged request as PromptLayer's answers show it. */
export type PromptBlueprint = {
  prompt_template: PromptTemplate
  commit_message: string | null
  metadata: { model: Model }
  provider_base_url_name: string | null
  report_id: number | null
  inference_client_name: string | null
  provider_id: number | null
}

/** A request as POST /log-request gives it: input and output are templates already. */
export interface LoggedRequest {
  input: PromptTemplate
  output: PromptTemplate
  provider: string
  model: string
  parameters: Record<string, unknown>
  apiType: string | null
}

const wrap = (
  template: PromptTemplate,
  request: Pick<LoggedRequest, 'provider' | 'model' | 'parameters' | 'apiType'>,
): PromptBlueprint => ({
  prompt_template: template,
  commit_message: null,
  metadata: {
    model: {
      provider: request.provider,
      model_config_display_name: null,
      base_model: null,
      name: request.model,
      parameters: request.parameters,
      display_params: displayParams(request.parameters),
      api_type: request.apiType,
    },
  },
  provider_base_url_name: null,
  report_id: null,
  inference_client_name: null,
  provider_id: null,
})

/** The blueprint of a call that was read from a provider's own arguments and answer. */
export const blueprintOf = (reading: ProviderReading): PromptBlueprint => wrap(reading.template, reading)

/**
 * The blueprint of a request logged as templates: a chat's messages followed by the output's (a completion
 * is what the assistant said), or a completion's content followed by the output's.
 */
export function blueprintOfLog(request: LoggedRequest): PromptBlueprint {
  const template = joined(request.input, request.output)
  return wrap(
    template.type === 'chat' ? { ...template, messages: template.messages.map(withShownRole) } : template,
    request,
  )
}

const withShownRole = (message: Message): Message => ({ ...message, raw_request_display_role: message.role })
