import { fieldsOf, isFields } from '../../../json/fields.ts'
import type { PromptTemplate } from '../../blueprint/index.ts'
import { type Kwargs, present, undefinedIfEmpty, without } from '../common/kwargs.ts'
import { offerOf } from '../common/offer.ts'
import { responseFormatOf } from '../common/response-format.ts'
import { systemApart, turnsOf } from '../common/turn.ts'
import { assembleKwargs, type WireForm } from '../common/wire-form.ts'
import { messagesOf, systemOf } from './messages.ts'
import { anthropicChoice, anthropicTool } from './tools.ts'

/** The API requires max_tokens; this is the default if the model's parameters have none. */
export const defaultMaxTokens = 4096

/**
 * `anthropic.messages.create` (also AnthropicBedrock and AnthropicVertex, whose aws_* and base_url parameters pass through). A
 * completion template is one user message, because @anthropic-ai/sdk 1 has no text completions.
 * Source: reference 4.9; @anthropic-ai/sdk types.
 */
export const anthropic: WireForm = {
  messages: (template) => {
    const { system, spoken } = systemApart(turnsOf(template))
    return present({ system: systemOf(system), messages: messagesOf(spoken) })
  },

  call: (template, model) => {
    const { parameters } = model
    return assembleKwargs(
      model,
      { max_tokens: leastTokens(parameters) },
      anthropic.messages(template),
      offered(template),
      // A null limit counts as missing.
      without(parameters, ['response_format', ...(parameters['max_tokens'] == null ? ['max_tokens'] : [])]),
      outputOf(parameters),
    )
  },
}

/** The limit includes the thinking budget and must exceed it. */
const leastTokens = (parameters: Kwargs): number => {
  const budget = fieldsOf(parameters['thinking'])['budget_tokens']
  return defaultMaxTokens + (typeof budget === 'number' ? budget : 0)
}

const offered = (template: PromptTemplate): Kwargs => {
  const offer = offerOf(template)
  const tools = undefinedIfEmpty(offer.tools.flatMap(anthropicTool))
  return present({ tools, tool_choice: tools && offer.choice && anthropicChoice(offer.choice) })
}

/** A schema becomes output_config.format; JSON mode without a schema does not exist here and is dropped. */
const outputOf = (parameters: Kwargs): Kwargs => {
  const format = responseFormatOf(parameters)
  const config = parameters['output_config']
  if (format?.type !== 'json_schema' || (config && !isFields(config))) return {}
  return {
    output_config: { format: { type: 'json_schema', schema: format.schema }, ...fieldsOf(config) },
  }
}
