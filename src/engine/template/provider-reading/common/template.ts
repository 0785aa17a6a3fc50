import {
  type ChatTemplate,
  type CompletionTemplate,
  type ContentBlock,
  contentOf,
  type Message,
  type PromptTemplate,
} from '../../blueprint/index.ts'
import { assistantMessage } from './message.ts'

/** A chat in the form of logged requests. */
export const chatTemplate = (messages: Message[], offered: Partial<ChatTemplate> = {}): ChatTemplate => ({
  functions: [],
  tools: [],
  function_call: null,
  tool_choice: null,
  ...offered,
  type: 'chat',
  messages,
  input_variables: [],
  dataset_examples: [],
})

export const completionTemplate = (content: ContentBlock[]): CompletionTemplate => ({
  type: 'completion',
  content,
  input_variables: [],
  template_format: 'f-string',
})

/** The messages of a template; a completion's content becomes an assistant message. */
export const messagesOf = (template: PromptTemplate): Message[] => {
  if (template.type === 'chat') return template.messages
  return template.content.length > 0 ? [assistantMessage(template.content)] : []
}

/** Converts the output to the type of its input. */
export const withTypeOf = (input: PromptTemplate, output: PromptTemplate): PromptTemplate =>
  input.type === 'chat' ? chatTemplate(messagesOf(output)) : completionTemplate(contentOf(output))

/** Input followed by output; other fields are the input's. */
export const withOutput = (input: PromptTemplate, output: PromptTemplate): PromptTemplate =>
  input.type === 'chat'
    ? { ...input, messages: [...input.messages, ...messagesOf(output)] }
    : { ...input, content: [...input.content, ...contentOf(output)] }
