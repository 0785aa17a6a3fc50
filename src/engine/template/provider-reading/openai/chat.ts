import { fieldsOf, isFields } from '../../../json/fields.ts'
import { textBlock } from '../common/block.ts'
import { field, listOf, text, textOr, valueAt, without } from '../common/json.ts'
import { systemMessage, userMessage } from '../common/message.ts'
import { chatTemplate } from '../common/template.ts'
import type { Dialect } from '../dialect.ts'
import { openaiAnswer, openaiMessage } from './message.ts'
import { openaiOffer } from './tool.ts'

const TEMPLATE_ARGUMENTS = ['messages', 'tools', 'tool_choice', 'functions', 'function_call']

/** OpenAI chat completions, also used by Azure, Mistral, OpenRouter, LiteLLM and others. Each choice is a message. */
export const openaiChat: Dialect = {
  input(kwargs) {
    const sent = field(kwargs, 'messages')
    const messages = (Array.isArray(sent) ? sent : [sent ?? []].flat()).map((raw) => openaiMessage(raw))
    const { offered, rest } = openaiOffer(kwargs)
    return {
      template: chatTemplate(messages, offered),
      parameters: { ...without(kwargs, TEMPLATE_ARGUMENTS), ...rest },
    }
  },

  output(response, kwargs) {
    const choices = field(response, 'choices')
    if (!Array.isArray(choices)) return null
    const audioFormat = textOr(valueAt(kwargs, 'audio', 'format'), undefined)
    return chatTemplate(
      choices.flatMap((choice) => {
        const message = field(choice, 'message')
        if (isFields(message)) return [openaiAnswer(message, audioFormat)]
        const words = text(field(choice, 'text'))
        return words === '' ? [] : [openaiAnswer({ content: words })]
      }),
    )
  },
}

/** Cohere: version 2 uses OpenAI's form but answers with one message; version 1 has its own form. */
export const cohere: Dialect = {
  input(kwargs) {
    const message = field(kwargs, 'message')
    if (typeof message !== 'string') return openaiChat.input(kwargs)
    const preamble = text(field(kwargs, 'preamble'))
    const history = listOf(field(kwargs, 'chat_history')).map((turn) =>
      openaiMessage({ ...fieldsOf(turn), content: field(turn, 'message') ?? field(turn, 'content') }),
    )
    const opening = preamble === '' ? [] : [systemMessage([textBlock(preamble)])]
    return {
      template: chatTemplate([...opening, ...history, userMessage([textBlock(message)])]),
      parameters: without(kwargs, ['message', 'chat_history', 'preamble']),
    }
  },

  output(response) {
    const message = field(response, 'message')
    if (isFields(message)) return chatTemplate([openaiAnswer(message)])
    const words = field(response, 'text')
    return typeof words === 'string' ? chatTemplate([openaiAnswer({ content: words })]) : null
  },
}
