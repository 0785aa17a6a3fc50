import type { ChatTemplate, Message, ToolCall } from '../template/blueprint/index.ts'
import { textBlock } from '../template/provider-reading/common/block.ts'

/** What came of one call: the text that the model gets, a failure included. */
export interface ToolResult {
  readonly call: ToolCall
  readonly text: string
}

export function toolMessage({ call, text }: ToolResult): Message {
  return {
    role: 'tool',
    content: [textBlock(text)],
    tool_call_id: call.id,
    name: call.function.name,
    input_variables: [],
    template_format: 'f-string',
  }
}

/**
 * The conversation with more messages at its end. A choice that forces a tool has been followed by then: kept, it
 * would make the model ask for tools until it may not any more.
 */
export function continued(template: ChatTemplate, messages: readonly Message[]): ChatTemplate {
  const isForced = template.tool_choice !== 'none' && template.tool_choice !== null
  return {
    ...template,
    ...(isForced && { tool_choice: 'auto' }),
    messages: [...template.messages, ...messages],
  }
}
