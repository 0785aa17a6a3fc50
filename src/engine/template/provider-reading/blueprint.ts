import type { Message, Model, PromptTemplate } from '../blueprint/index.ts'
import type { ProviderReading } from './call.ts'
import { withOutput } from './common/template.ts'
import { displayParams } from './parameters.ts'

/** A logged request in the form of PromptLayer's answers. */
export type PromptBlueprint = {
  prompt_template: PromptTemplate
  commit_message: string | null
  metadata: { model: Model }
  provider_base_url_name: string | null
  report_id: number | null
  inference_client_name: string | null
  provider_id: number | null
}

/** A request of POST /log-request, whose input and output are templates. */
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

/** The blueprint of a call read from a provider's arguments and answer. */
export const blueprintOf = (reading: ProviderReading): PromptBlueprint => wrap(reading.template, reading)

/**
 * The blueprint of a request logged as templates: the input's messages or content followed by the output's. A completion output
 * becomes an assistant message in a chat.
 */
export function blueprintOfLog(request: LoggedRequest): PromptBlueprint {
  const template = withOutput(request.input, request.output)
  return wrap(
    template.type === 'chat' ? { ...template, messages: template.messages.map(withShownRole) } : template,
    request,
  )
}

const withShownRole = (message: Message): Message => ({ ...message, raw_request_display_role: message.role })
