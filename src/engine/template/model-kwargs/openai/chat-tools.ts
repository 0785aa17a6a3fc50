import type { ToolCall } from '../../blueprint/index.ts'
import { type Kwargs, present } from '../common/kwargs.ts'
import {
  type Choice,
  type OfferedBuiltIn,
  type OfferedFunction,
  ownConfig,
  searchScope,
} from '../common/offer.ts'

/** Tools of OpenAI chat: functions only. Mistral and Hugging Face copied the form. */

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

/** Web search is no tool in chat completions but an argument of its own, for the search models. */
export const searchOptions = (search: OfferedBuiltIn): Kwargs => {
  const { location } = searchScope(search)
  const place = typeof location === 'object' && location !== null ? { ...location, type: undefined } : null
  return present({
    search_context_size: ownConfig(search, 'openai')['search_context_size'],
    user_location: place && { type: 'approximate', approximate: place },
  })
}
