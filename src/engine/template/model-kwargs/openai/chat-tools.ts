import type { ToolCall } from '../../blueprint/index.ts'
import { type Kwargs, present } from '../common/kwargs.ts'
import {
  type Choice,
  configFor,
  type OfferedBuiltIn,
  type OfferedFunction,
  searchScope,
} from '../common/offer.ts'

/** OpenAI chat's tools: functions only. Mistral and Hugging Face have the same form. */

export const functionTool = ({ name, description, parameters, strict }: OfferedFunction): Kwargs => ({
  type: 'function',
  function: present({ name, description, parameters, strict }),
})

export const chatCall = (call: ToolCall, id = call.id): Kwargs => ({
  id,
  type: 'function',
  function: { name: call.function.name, arguments: call.function.arguments },
})

export const chatChoice = (choice: Choice): unknown =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }

/** In chat completions web search is a separate argument, for the search models. */
export const searchOptions = (search: OfferedBuiltIn): Kwargs => {
  const { location } = searchScope(search)
  const approximate =
    typeof location === 'object' && location !== null ? { ...location, type: undefined } : null
  return present({
    search_context_size: configFor(search, 'openai')['search_context_size'],
    user_location: approximate && { type: 'approximate', approximate },
  })
}
