import { type Kwargs, present, without } from '../common/kwargs.ts'
import {
  type Choice,
  type OfferedBuiltIn,
  type OfferedTool,
  ownConfig,
  searchScope,
} from '../common/offer.ts'
import { withMarker } from './blocks.ts'

/** Tools of Anthropic messages; a marker on the tool is its cache_control. */
export const anthropicTool = (tool: OfferedTool): Kwargs[] => {
  if (tool.kind === 'built-in') return builtIn(tool).map((nativeTool) => withMarker(nativeTool, tool.marker))
  const { name, description, parameters, strict, marker } = tool
  const schema = { ...parameters, type: 'object' }
  return [withMarker(present({ name, description, input_schema: schema, strict: strict || null }), marker)]
}

export const anthropicChoice = (choice: Choice): Kwargs => {
  if (typeof choice !== 'string') return { type: 'tool', name: choice.name }
  return { type: choice === 'required' ? 'any' : choice }
}

/**
 * Uses the newest version of each tool that needs no beta header, unless the config names a type. MCP servers exist only in the
 * beta method and are left out, like tools of other providers.
 */
const builtIn = (tool: OfferedBuiltIn): Kwargs[] => {
  const nativeConfig = ownConfig(tool, 'anthropic')
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
  if (ownConfig(tool, 'anthropic') === tool.config) return {}
  const { domains, location } = searchScope(tool)
  return present({ allowed_domains: domains, user_location: location })
}
