import type { Json } from '../json/json.ts'
import type { Message } from '../template/blueprint/index.ts'
import type { StructuredOutput } from './structured-output.ts'
import type { StopReason } from './turn.ts'

export interface PromptAnswer {
  readonly output: readonly Message[]
  readonly text: string
  readonly structuredOutput: StructuredOutput | null
  readonly stopReason: StopReason
}

/**
 * Cell value of an answer: parsed JSON if the template asks for JSON; the message if tool calls are left to the caller;
 * the address of generated media if there is no text; otherwise the text.
 */
export function promptValue({ output, text, structuredOutput, stopReason }: PromptAnswer): Json {
  if (structuredOutput) return structuredOutput.value
  const last = output.findLast(({ role }) => role === 'assistant')
  if (stopReason === 'answered' || last?.role !== 'assistant') return text === '' ? mediaUrlIn(last) : text
  const calls = (last.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }))
  return { role: 'assistant', content: text, tool_calls: calls }
}

function mediaUrlIn(message: Message | undefined): string {
  const media = message?.content?.find((block) => block.type === 'output_media')
  return media?.type === 'output_media' ? media.url : ''
}
