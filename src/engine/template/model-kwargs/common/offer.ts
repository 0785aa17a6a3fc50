import { isFields } from '../../../json/fields.ts'
import type { BuiltInTool, ChatTemplate, FunctionDefinition, PromptTemplate } from '../../blueprint/index.ts'
import { type Kwargs, present, undefinedIfEmpty } from './kwargs.ts'
import { type Marker, markerOf } from './marker.ts'

/** The tools of a template in order, and the tool choice. */
export interface Offer {
  tools: OfferedTool[]
  choice: Choice | null
}

export type OfferedTool = OfferedFunction | OfferedBuiltIn
export type Choice = 'auto' | 'none' | 'required' | { name: string }

export interface OfferedFunction {
  kind: 'function'
  name: string
  description: string | null
  parameters: Kwargs
  strict: boolean | null
  marker: Marker | null
}

export interface OfferedBuiltIn {
  kind: 'built-in'
  type: BuiltInTool['type']
  provider: string
  config: Kwargs
  marker: Marker | null
}

const noOffer: Offer = { tools: [], choice: null }

/**
 * Function and built-in tools, with the deprecated `functions` as function tools. Unresolved registry and variable tools are
 * left out, and so is a choice without tools, because every provider refuses one.
 */
export const offerOf = (template: PromptTemplate): Offer => {
  if (template.type === 'completion') return noOffer
  const tools = [...toolsOf(template), ...(template.functions ?? []).map((old) => offeredFunction(old, old))]
  if (tools.length === 0) return noOffer
  return { tools, choice: choiceOf(template.tool_choice ?? template.function_call) }
}

/** `tools` and `tool_choice` in the form of a provider. */
export const offeredTools = (
  template: PromptTemplate,
  toolsFrom: (offer: Offer) => unknown[],
  choiceFrom: (choice: Choice) => unknown,
): Kwargs => {
  const offer = offerOf(template)
  const tools = undefinedIfEmpty(toolsFrom(offer))
  return present({ tools, tool_choice: tools && offer.choice && choiceFrom(offer.choice) })
}

export const functionsOf = (offer: Offer): OfferedFunction[] =>
  offer.tools.filter((tool) => tool.kind === 'function')

export const toolsOf = (template: ChatTemplate): OfferedTool[] =>
  (template.tools ?? []).flatMap((tool): OfferedTool[] => {
    switch (tool.type) {
      case 'function':
        return [offeredFunction(tool.function, tool)]
      case 'registry':
      case 'variable':
        return []
      default:
        return [
          {
            kind: 'built-in',
            type: tool.type,
            provider: tool.provider,
            config: tool.config ?? {},
            marker: markerOf(tool),
          },
        ]
    }
  })

const offeredFunction = (definition: FunctionDefinition, holder: unknown): OfferedFunction => ({
  kind: 'function',
  name: definition.name,
  description: definition.description || null,
  parameters: definition.parameters ?? { type: 'object', properties: {} },
  strict: definition.strict ?? null,
  marker: markerOf(holder, definition),
})

/** OpenAI's values and `any` (Anthropic, Mistral); any other word is the name of a function. */
export const choiceOf = (
  choice: ChatTemplate['tool_choice'] | ChatTemplate['function_call'],
): Choice | null => {
  if (choice === null || choice === undefined || choice === '') return null
  if (typeof choice !== 'string') {
    const toolName = isFields(choice['function']) ? choice['function']['name'] : choice['name']
    return typeof toolName === 'string' ? { name: toolName } : null
  }
  if (choice === 'any') return 'required'
  return choice === 'auto' || choice === 'none' || choice === 'required' ? choice : { name: choice }
}

const families = new Map([
  ['openai', 'openai'],
  ['openai.azure', 'openai'],
  ['anthropic', 'anthropic'],
  ['anthropic.bedrock', 'anthropic'],
  ['google', 'google'],
  ['vertexai', 'google'],
])

/** The tool's config if it is for this family of providers or for none. */
export const configFor = (tool: OfferedBuiltIn, family: 'openai' | 'anthropic' | 'google'): Kwargs =>
  (families.get(tool.provider) ?? family) === family ? tool.config : {}

/** The settings that OpenAI's and Anthropic's web search share. */
export const searchScope = (tool: OfferedBuiltIn): { domains: unknown; location: unknown } => ({
  domains: isFields(tool.config['filters'])
    ? tool.config['filters']['allowed_domains']
    : tool.config['allowed_domains'],
  location: tool.config['user_location'],
})
