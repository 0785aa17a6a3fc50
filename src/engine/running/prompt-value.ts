import type { Json } from '../columns/json.ts'
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
 * What a column holds of an answer: its JSON where the template asks for JSON, the message where the model asks for
 * tools that nobody here runs, the address of what it made where it said nothing, else its text.
 */
export function promptValue({ output, text, structuredOutput, stopReason }: PromptAnswer): Json {
  if (structuredOutput) return structuredOutput.value
  const last = output.findLast(({ role }) => role === 'assistant')
  if (stopReason === 'answered' || last?.role !== 'assistant') return text === '' ? madeIn(last) : text
  const calls = (last.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }))
  return { role: 'assistant', content: text, tool_calls: calls }
}

function madeIn(message: Message | undefined): string {
  const made = message?.content?.find((block) => block.type === 'output_media')
  return made?.type === 'output_media' ? made.url : ''
}
