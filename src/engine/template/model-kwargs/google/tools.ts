import type { Kwargs } from '../common/kwargs.ts'
import { present } from '../common/kwargs.ts'
import {
  functionsOf,
  type Offer,
  type OfferedBuiltIn,
  type OfferedFunction,
  type OfferedTool,
  ownConfig,
} from '../common/offer.ts'

/** Tools of Gemini: all functions in one tool, each built-in in its own. */
export const googleTools = (tools: OfferedTool[]): Kwargs[] => {
  const functions = tools.filter((tool) => tool.kind === 'function').map(declaration)
  const declared = functions.length > 0 ? [{ function_declarations: functions }] : []
  return [...declared, ...tools.flatMap((tool) => (tool.kind === 'built-in' ? builtIn(tool) : []))]
}

/** `parameters`: both SDKs turn a JSON schema there into Gemini's own form. */
const declaration = ({ name, description, parameters }: OfferedFunction): Kwargs =>
  present({ name, description, parameters })

const names: Partial<Record<OfferedBuiltIn['type'], string>> = {
  web_search: 'google_search',
  google_maps: 'google_maps',
  url_context: 'url_context',
  code_interpreter: 'code_execution',
  file_search: 'file_search',
}

/** The config is what stands under the tool's name; file search means nothing without Google's stores. */
const builtIn = (tool: OfferedBuiltIn): Kwargs[] => {
  const name = names[tool.type]
  const { type: _type, ...config } = ownConfig(tool, 'google')
  if (!name || (tool.type === 'file_search' && !('file_search_store_names' in config))) return []
  return [{ [name]: config }]
}

/** The choice is about functions alone; a named one is the only one allowed. */
export const callingConfig = (offer: Offer): Kwargs | null => {
  if (functionsOf(offer).length === 0 || offer.choice === null) return null
  if (typeof offer.choice !== 'string') return { mode: 'ANY', allowed_function_names: [offer.choice.name] }
  const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' }
  return { mode: modes[offer.choice] }
}
