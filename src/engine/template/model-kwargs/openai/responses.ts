import { fieldsOf, isFields } from '../../../json/fields.ts'
import type { PromptTemplate } from '../../blueprint/index.ts'
import { type Kwargs, present, undefinedIfEmpty, without } from '../common/kwargs.ts'
import { offerOf } from '../common/offer.ts'
import { type ResponseFormat, responseFormatOf } from '../common/response-format.ts'
import { turnsOf } from '../common/turn.ts'
import { assembleKwargs, type WireForm } from '../common/wire-form.ts'
import { itemsOf } from './response-items.ts'
import { responseChoice, responseTool } from './response-tools.ts'

/**
 * `openai.responses.create`. System and developer messages stay in `input`, because `instructions` would move them to the top.
 * A completion template is one user message.
 * Source: reference 4.9; form of the items: openai 7 types.
 */
export const openAiResponses: WireForm = {
  messages: (template) => ({ input: turnsOf(template).flatMap(itemsOf) }),

  call: (template, model) =>
    assembleKwargs(
      model,
      openAiResponses.messages(template),
      offered(template),
      without(model.parameters, ['response_format']),
      textOf(model.parameters),
    ),
}

const offered = (template: PromptTemplate): Kwargs => {
  const offer = offerOf(template)
  const tools = undefinedIfEmpty(offer.tools.flatMap(responseTool))
  return present({ tools, tool_choice: tools && offer.choice && responseChoice(offer.choice) })
}

/** response_format becomes `text.format`; an existing format under `text` wins. */
const textOf = (parameters: Kwargs): Kwargs => {
  const format = responseFormatOf(parameters)
  if (!format || (parameters['text'] && !isFields(parameters['text']))) return {}
  return { text: { format: formatOf(format), ...fieldsOf(parameters['text']) } }
}

const formatOf = (format: ResponseFormat): Kwargs =>
  format.type === 'json_schema'
    ? present({
        type: 'json_schema',
        name: format.name,
        schema: format.schema,
        description: format.description,
        strict: format.strict,
      })
    : { type: format.type }
