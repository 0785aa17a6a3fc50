import { type Kwargs, present } from '../common/kwargs.ts'
import {
  type Choice,
  type OfferedBuiltIn,
  type OfferedTool,
  ownConfig,
  searchScope,
} from '../common/offer.ts'

/** Tools of the Responses API. A built-in tool is its config with its type (reference 4.6). */
export const responseTool = (tool: OfferedTool): Kwargs[] => {
  if (tool.kind === 'built-in') return builtIn(tool)
  const { name, description, parameters, strict } = tool
  return [{ type: 'function', ...present({ name, description }), parameters, strict: strict ?? false }]
}

export const responseChoice = (choice: Choice): unknown =>
  typeof choice === 'string' ? choice : { type: 'function', name: choice.name }

/** Tools of other providers without an OpenAI counterpart are left out. */
const builtIn = (tool: OfferedBuiltIn): Kwargs[] => {
  const config = ownConfig(tool, 'openai')
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
  if (ownConfig(tool, 'openai') === tool.config) return {}
  const { domains, location } = searchScope(tool)
  return present({ filters: domains && { allowed_domains: domains }, user_location: location })
}
