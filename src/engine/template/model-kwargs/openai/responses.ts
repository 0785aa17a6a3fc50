import { fieldsOf, isFields } from '../../../json/fields.ts'
import type { PromptTemplate } from '../../blueprint/index.ts'
import { type Kwargs, present, without } from '../common/kwargs.ts'
import {
  type Choice,
  configFor,
  type OfferedBuiltIn,
  type OfferedTool,
  offeredTools,
  searchScope,
} from '../common/offer.ts'
import { type ResponseFormat, responseFormatOf } from '../common/response-format.ts'
import { turnsOf } from '../common/turn.ts'
import { assembleKwargs, type WireForm } from '../common/wire-form.ts'
import { itemsOf } from './response-items.ts'

/** Tools of the Responses API. A built-in tool is its config with its type (reference 4.6). */
const responseTool = (tool: OfferedTool): Kwargs[] => {
  if (tool.kind === 'built-in') return builtIn(tool)
  const { name, description, parameters, strict } = tool
  return [{ type: 'function', ...present({ name, description }), parameters, strict: strict ?? false }]
}

const responseChoice = (choice: Choice): unknown =>
  typeof choice === 'string' ? choice : { type: 'function', name: choice.name }

/** Tools of other providers without an OpenAI counterpart are left out. */
const builtIn = (tool: OfferedBuiltIn): Kwargs[] => {
  const config = configFor(tool, 'openai')
  switch (tool.type) {
    case 'web_search':
      return [{ type: 'web_search', ...foreignSearch(tool), ...config }]
    case 'code_interpreter':
      return [{ type: 'code_interpreter', container: { type: 'auto' }, ...config }]
    case 'file_search':
      return Array.isArray(config['vector_store_ids']) ? [{ type: 'file_search', ...config }] : []
    case 'mcp':
      return config['server_label'] ? [{ type: 'mcp', ...config }] : []
    case 'image_generation':
    case 'shell':
    case 'apply_patch':
      return [{ type: tool.type, ...config }]
    default:
      return []
  }
}

/** The domains and location of another provider's web search. */
const foreignSearch = (tool: OfferedBuiltIn): Kwargs => {
  if (configFor(tool, 'openai') === tool.config) return {}
  const { domains, location } = searchScope(tool)
  return present({ filters: domains && { allowed_domains: domains }, user_location: location })
}

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

const offered = (template: PromptTemplate): Kwargs =>
  offeredTools(template, ({ tools }) => tools.flatMap(responseTool), responseChoice)

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
