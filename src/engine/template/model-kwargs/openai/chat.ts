import type { ChatTemplate, Message } from '../../blueprint/index.ts'
import { type Kwargs, present, undefinedIfEmpty, without } from '../common/kwargs.ts'
import { choiceOf, type OfferedTool, toolsOf } from '../common/offer.ts'
import { textsOf } from '../common/plain-text.ts'
import { contentOf } from '../common/turn.ts'
import { assembleKwargs, type WireForm } from '../common/wire-form.ts'
import { textParts, userParts } from './chat-parts.ts'
import { chatCall, chatChoice, functionTool, searchOptions } from './chat-tools.ts'

/**
 * `openai.chat.completions.create`, and `openai.completions.create` for completion templates; also for OpenRouter and custom
 * providers, which are compatible.
 * Source: reference 4.9 (recorded: a system message with one text is a string, user content is a list of parts).
 */
export const openAiChat: WireForm = {
  messages: (template) =>
    template.type === 'completion'
      ? { prompt: textsOf(contentOf(template.content)).join('') }
      : { messages: template.messages.flatMap(messageOf) },

  call: (template, model) => {
    const messages = openAiChat.messages(template)
    return template.type === 'chat'
      ? assembleKwargs(model, messages, offered(template), model.parameters)
      : assembleKwargs(model, messages, completionParameters(model.parameters))
  },
}

/** Text completions lack max_completion_tokens, the name that overrides are translated to. */
const completionParameters = (parameters: Kwargs): Kwargs => {
  const limit = parameters['max_completion_tokens']
  const rest = without(parameters, ['max_completion_tokens', 'response_format'])
  return limit === undefined ? rest : { ...rest, max_tokens: limit }
}

const messageOf = (message: Message): Kwargs[] => {
  const name = { name: message.name }
  const content = contentOf(message.content)
  switch (message.role) {
    case 'placeholder':
      return []
    case 'user':
      return [present({ role: 'user', content: userParts(content), ...name })]
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map((call) => chatCall(call))
      const old = message.function_call
      const hasCallsOnly = textsOf(content).length === 0 && (calls.length > 0 || old)
      return [
        present({
          role: 'assistant',
          content: hasCallsOnly ? undefined : textParts(content),
          tool_calls: undefinedIfEmpty(calls),
          function_call: old && { name: old.name, arguments: old.arguments },
          ...name,
        }),
      ]
    }
    case 'tool':
      return [{ role: 'tool', content: textParts(content), tool_call_id: message.tool_call_id }]
    case 'function':
      return [{ role: 'function', content: textsOf(content).join('\n'), name: message.name }]
    default:
      return [present({ role: message.role, content: textParts(content), ...name })]
  }
}

const offered = (template: ChatTemplate): Kwargs => {
  const tools = toolsOf(template)
  const functionTools = undefinedIfEmpty(tools.filter((tool) => tool.kind === 'function').map(functionTool))
  const functions = undefinedIfEmpty(template.functions ?? [])
  const choice = choiceOf(template.tool_choice)
  const call = choiceOf(template.function_call)
  return present({
    tools: functionTools,
    tool_choice: functionTools && choice && chatChoice(choice),
    functions: functions?.map(({ name, description, parameters }) =>
      present({ name, description: description || null, parameters }),
    ),
    function_call: functions && (call === 'required' ? 'auto' : call),
    web_search_options: searchOf(tools),
  })
}

const searchOf = (tools: OfferedTool[]): Kwargs | null => {
  const search = tools.find((tool) => tool.kind === 'built-in' && tool.type === 'web_search')
  return search?.kind === 'built-in' ? searchOptions(search) : null
}
