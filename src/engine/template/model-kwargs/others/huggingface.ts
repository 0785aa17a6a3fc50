import { type Kwargs, present, undefinedIfEmpty } from '../common/kwargs.ts'
import { functionsOf, offeredTools } from '../common/offer.ts'
import { textsOf } from '../common/plain-text.ts'
import { contentOf, type Turn, turnsOf } from '../common/turn.ts'
import { assembleKwargs, modelName, type WireForm } from '../common/wire-form.ts'
import { textParts, userParts } from '../openai/chat-parts.ts'
import { chatCall, chatChoice, functionTool } from '../openai/chat-tools.ts'

/**
 * `InferenceClient.chatCompletion` of @huggingface/inference: OpenAI chat without the developer role and the deprecated
 * functions. A completion template is `textGeneration` with the text as `inputs` and all parameters under `parameters`.
 * PromptLayer documents neither form, and its SDK runs neither.
 */
export const huggingface: WireForm = {
  messages: (template) =>
    template.type === 'completion'
      ? { inputs: textsOf(contentOf(template.content)).join('') }
      : { messages: turnsOf(template).map(messageOf) },

  call: (template, model) => {
    const messages = huggingface.messages(template)
    if (template.type === 'completion') {
      const { model: _name, inputs, ...parameters } = model.parameters
      return { model: modelName(model), ...messages, ...present({ inputs }), parameters }
    }
    const offered = offeredTools(template, (offer) => functionsOf(offer).map(functionTool), chatChoice)
    return assembleKwargs(model, messages, offered, model.parameters)
  },
}

const messageOf = (turn: Turn): Kwargs => {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: userParts(turn.content) }
    case 'assistant': {
      const calls = turn.calls.map((call) => chatCall(call))
      return present({
        role: 'assistant',
        content: textParts(turn.content),
        tool_calls: undefinedIfEmpty(calls),
      })
    }
    case 'tool':
      return { role: 'tool', content: textParts(turn.content), tool_call_id: turn.callId }
    default:
      return { role: 'system', content: textParts(turn.content) }
  }
}
