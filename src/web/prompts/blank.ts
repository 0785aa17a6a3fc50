import type {
  ChatTemplate,
  CompletionTemplate,
  ContentBlock,
  Message,
} from '../../engine/template/blueprint/index.ts'

/** A block with every field that the server adds, so that only edits count as changes. */
export const textBlock = (text = ''): ContentBlock => ({
  type: 'text',
  text,
  id: null,
  annotations: null,
  thought_signature: null,
})

export const textMessage = (role: 'system' | 'user' | 'assistant', text = ''): Message => ({
  role,
  content: [textBlock(text)],
  input_variables: [],
  template_format: 'f-string',
})

export const blankChat: ChatTemplate = {
  type: 'chat',
  messages: [textMessage('system'), textMessage('user')],
  functions: null,
  tools: null,
  function_call: null,
  tool_choice: null,
  input_variables: [],
}

export const blankSnippet: CompletionTemplate = {
  type: 'completion',
  content: [textBlock()],
  input_variables: [],
  template_format: 'f-string',
}
