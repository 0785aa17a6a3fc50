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

/** Gemini's tools: all functions in one tool, each built-in tool in its own. */
export const googleTools = (tools: OfferedTool[]): Kwargs[] => {
  const functions = tools.filter((tool) => tool.kind === 'function').map(declaration)
  const declared = functions.length > 0 ? [{ function_declarations: functions }] : []
  return [...declared, ...tools.flatMap((tool) => (tool.kind === 'built-in' ? builtIn(tool) : []))]
}

/** Both SDKs convert a JSON schema under `parameters` to Gemini's form. */
const declaration = ({ name, description, parameters }: OfferedFunction): Kwargs =>
  present({ name, description, parameters })

const names: Partial<Record<OfferedBuiltIn['type'], string>> = {
  web_search: 'google_search',
  google_maps: 'google_maps',
  url_context: 'url_context',
  code_interpreter: 'code_execution',
  file_search: 'file_search',
}

/** The config goes under the tool's name; file search needs Google's stores. */
const builtIn = (tool: OfferedBuiltIn): Kwargs[] => {
  const name = names[tool.type]
  const { type: _type, ...config } = ownConfig(tool, 'google')
  if (!name || (tool.type === 'file_search' && !('file_search_store_names' in config))) return []
  return [{ [name]: config }]
}

/** The choice applies to functions only; a named function becomes the only allowed one. */
export const callingConfig = (offer: Offer): Kwargs | null => {
  if (functionsOf(offer).length === 0 || offer.choice === null) return null
  if (typeof offer.choice !== 'string') return { mode: 'ANY', allowed_function_names: [offer.choice.name] }
  const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' }
  return { mode: modes[offer.choice] }
}
