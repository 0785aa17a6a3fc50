import type { ChatTemplate, Message, ToolCall } from '../template/blueprint/index.ts'
import { textBlock } from '../template/provider-reading/common/block.ts'

/** Result of one tool call: the text for the model, also for a failure. */
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
 * The conversation with more messages appended. A forced tool choice is dropped, because the model would call
 * tools until the call limit.
 */
export function appendMessages(template: ChatTemplate, messages: readonly Message[]): ChatTemplate {
  const isForced = template.tool_choice !== 'none' && template.tool_choice !== null
  return {
    ...template,
    ...(isForced && { tool_choice: 'auto' }),
    messages: [...template.messages, ...messages],
  }
}
