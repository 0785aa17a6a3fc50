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
import { responseFormatOf } from '../common/response-format.ts'
import { splitSystem, turnsOf } from '../common/turn.ts'
import { assembleKwargs, type WireForm } from '../common/wire-form.ts'
import { withMarker } from './blocks.ts'
import { messagesOf, systemOf } from './messages.ts'

/** Tools of Anthropic messages; a cache marker on the tool is its cache_control. */
const anthropicTool = (tool: OfferedTool): Kwargs[] => {
  if (tool.kind === 'built-in') return builtIn(tool).map((nativeTool) => withMarker(nativeTool, tool.marker))
  const { name, description, parameters, strict, marker } = tool
  const schema = { ...parameters, type: 'object' }
  return [withMarker(present({ name, description, input_schema: schema, strict: strict || null }), marker)]
}

const anthropicChoice = (choice: Choice): Kwargs => {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.name }
  return { type: choice === 'required' ? 'any' : choice }
}

/**
 * Uses the newest version of each tool that needs no beta header, unless the config names a type. MCP servers exist only in the
 * beta method and are left out, like tools of other providers.
 */
const builtIn = (tool: OfferedBuiltIn): Kwargs[] => {
  const nativeConfig = configFor(tool, 'anthropic')
  const config = nativeConfig['type'] === tool.type ? without(nativeConfig, ['type']) : nativeConfig
  switch (tool.type) {
    case 'web_search':
      return [{ type: 'web_search_20250305', name: 'web_search', ...foreignSearch(tool), ...config }]
    case 'code_interpreter':
      return [{ type: 'code_execution_20250825', name: 'code_execution', ...config }]
    case 'url_context':
      return [{ type: 'web_fetch_20250910', name: 'web_fetch', ...config }]
    case 'bash':
      return [{ type: 'bash_20250124', name: 'bash', ...config }]
    case 'text_editor':
      return [{ type: 'text_editor_20250728', name: editorName(config['type']), ...config }]
    default:
      return []
  }
}

/** The name depends on the version: the first text editors had another one. */
const editorName = (type: unknown): string =>
  type === 'text_editor_20250124' || type === 'text_editor_20241022'
    ? 'str_replace_editor'
    : 'str_replace_based_edit_tool'

/** The domains and location of another provider's web search. */
const foreignSearch = (tool: OfferedBuiltIn): Kwargs => {
  if (configFor(tool, 'anthropic') === tool.config) return {}
  const { domains, location } = searchScope(tool)
  return present({ allowed_domains: domains, user_location: location })
}

/** The API requires max_tokens; this is the default if the model's parameters have none. */
export const defaultMaxTokens = 4096

/**
 * `anthropic.messages.create` (also AnthropicBedrock and AnthropicVertex, whose aws_* and base_url parameters pass through). A
 * completion template is one user message, because @anthropic-ai/sdk 1 has no text completions.
 * Source: reference 4.9; @anthropic-ai/sdk types.
 */
export const anthropic: WireForm = {
  messages: (template) => {
    const { system, conversation } = splitSystem(turnsOf(template))
    return present({ system: systemOf(system), messages: messagesOf(conversation) })
  },

  call: (template, model) => {
    const { parameters } = model
    return assembleKwargs(
      model,
      { max_tokens: defaultLimit(parameters) },
      anthropic.messages(template),
      offered(template),
      // A null limit counts as missing.
      without(parameters, ['response_format', ...(parameters['max_tokens'] == null ? ['max_tokens'] : [])]),
      outputOf(parameters),
    )
  },
}

/** The limit includes the thinking budget and must exceed it. */
const defaultLimit = (parameters: Kwargs): number => {
  const budget = fieldsOf(parameters['thinking'])['budget_tokens']
  return defaultMaxTokens + (typeof budget === 'number' ? budget : 0)
}

const offered = (template: PromptTemplate): Kwargs =>
  offeredTools(template, ({ tools }) => tools.flatMap(anthropicTool), anthropicChoice)

/** A schema becomes output_config.format; JSON mode without a schema does not exist here and is dropped. */
const outputOf = (parameters: Kwargs): Kwargs => {
  const format = responseFormatOf(parameters)
  const config = parameters['output_config']
  if (format?.type !== 'json_schema' || (config && !isFields(config))) return {}
  return {
    output_config: { format: { type: 'json_schema', schema: format.schema }, ...fieldsOf(config) },
  }
}
