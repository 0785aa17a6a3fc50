import { fieldsOf, isFields } from '../../../json/fields.ts'
import type { Model, PromptTemplate } from '../../blueprint/index.ts'
import { type Kwargs, present, undefinedIfEmpty, without } from '../common/kwargs.ts'
import {
  configFor,
  functionsOf,
  type Offer,
  type OfferedBuiltIn,
  type OfferedFunction,
  type OfferedTool,
  offerOf,
} from '../common/offer.ts'
import { responseFormatOf } from '../common/response-format.ts'
import { splitSystem, turnsOf } from '../common/turn.ts'
import { modelName, type WireForm } from '../common/wire-form.ts'
import { contentsOf, systemParts } from './contents.ts'

/** Gemini's tools: all functions in one tool, each built-in tool in its own. */
const googleTools = (tools: OfferedTool[]): Kwargs[] => {
  const functions = tools.filter((tool) => tool.kind === 'function').map(declaration)
  const declared = functions.length > 0 ? [{ function_declarations: functions }] : []
  return [...declared, ...tools.flatMap((tool) => (tool.kind === 'built-in' ? builtIn(tool) : []))]
}

/** Both SDKs convert a JSON schema under `parameters` to Gemini's form. */
const declaration = ({ name, description, parameters }: OfferedFunction): Kwargs =>
  present({ name, description, parameters })

const builtInNames: Partial<Record<OfferedBuiltIn['type'], string>> = {
  web_search: 'google_search',
  google_maps: 'google_maps',
  url_context: 'url_context',
  code_interpreter: 'code_execution',
  file_search: 'file_search',
}

/** The config goes under the tool's name; file search needs Google's stores. */
const builtIn = (tool: OfferedBuiltIn): Kwargs[] => {
  const name = builtInNames[tool.type]
  const { type: _type, ...config } = configFor(tool, 'google')
  if (!name || (tool.type === 'file_search' && !('file_search_store_names' in config))) return []
  return [{ [name]: config }]
}

/** The choice applies to functions only; a named function becomes the only allowed one. */
const callingConfig = (offer: Offer): Kwargs | null => {
  if (functionsOf(offer).length === 0 || offer.choice === null) return null
  if (typeof offer.choice !== 'string') return { mode: 'ANY', allowed_function_names: [offer.choice.name] }
  const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' }
  return { mode: modes[offer.choice] }
}

/**
 * `google.convo.send_message` (a @google/genai chat; the SDK sends the last item of `history`), and
 * `generate_content` with `contents` for completion templates. Keys are snake case: the JavaScript SDK
 * converts them, the Python SDK accepts them. Everything except model and messages is in `generation_config`.
 * Source: reference 4.9.
 */
export const google: WireForm = {
  messages: (template) => {
    const { system, conversation } = splitSystem(turnsOf(template))
    const contents = contentsOf(conversation)
    const parts = undefinedIfEmpty(systemParts(system))
    return present({
      [template.type === 'chat' ? 'history' : 'contents']: contents,
      generation_config: parts && { system_instruction: { parts } },
    })
  },

  call: (template, model) => {
    const messages = google.messages(template)
    const topLevelEntries = Object.entries(model.parameters).filter(([key]) => topLevel.has(key))
    return {
      model: modelName(model),
      ...without(messages, ['generation_config']),
      ...Object.fromEntries(topLevelEntries),
      generation_config: {
        ...fieldsOf(messages['generation_config']),
        ...offered(template),
        ...configOf(model),
      },
    }
  },
}

const topLevel = new Set(['model', 'history', 'contents'])
const containers = ['generation_config', 'generationConfig']

/** Parameters in snake case; flat parameters override a stored generation_config. */
const configOf = ({ parameters }: Model): Kwargs => {
  const stored = containers.map((key) => parameters[key]).filter(isFields)
  const flat = without(parameters, [...containers, ...topLevel, 'response_format'])
  const entries = [...stored, flat].flatMap((part) =>
    Object.entries(part).map(([key, value]) => [snakeCase(key), value] as const),
  )
  return { ...formatOf(parameters), ...Object.fromEntries(entries) }
}

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** response_json_schema accepts any JSON schema, response_schema a subset of OpenAPI's. */
const formatOf = (parameters: Kwargs): Kwargs => {
  const format = responseFormatOf(parameters)
  if (!format || format.type === 'text') return {}
  const json = { response_mime_type: 'application/json' }
  return format.type === 'json_schema' ? { ...json, response_json_schema: format.schema } : json
}

const offered = (template: PromptTemplate): Kwargs => {
  const offer = offerOf(template)
  const tools = undefinedIfEmpty(googleTools(offer.tools))
  const calling = tools && offer.choice && callingConfig(offer)
  return present({ tools, tool_config: calling && { function_calling_config: calling } })
}
