import { type Fields, isFields } from '../../json/fields.ts'
import { field, parsed, textOf, valueAt } from '../reading/fields.ts'
import type { Span } from '../span.ts'

/**
 * Strands Agents follow GenAI's conventions with two exceptions: contents are JSON of Bedrock's blocks, and the time to
 * the first token is in milliseconds.
 */
export const isStrands = ({ scope }: Span): boolean => scope.name === 'strands.telemetry.tracer'

/** The body of an event, with typed parts in place of blocks. */
export function withTypedParts(body: Fields): Fields {
  const typed = Object.entries(body).map(([key, value]) => {
    const blocks = key === 'content' || key === 'message' ? parsed(value) : null
    return [key, Array.isArray(blocks) && blocks.every(isFields) ? blocks.map(partOf) : value]
  })
  return Object.fromEntries(typed)
}

function partOf(block: Fields): unknown {
  const call = field(block, 'toolUse')
  const result = field(block, 'toolResult')
  const thought = valueAt(block, 'reasoningContent', 'reasoningText')
  if (call !== undefined)
    return { ...(isFields(call) ? call : {}), type: 'tool_call', id: field(call, 'toolUseId') }
  if (result !== undefined)
    return { type: 'tool_result', id: field(result, 'toolUseId'), result: resultOf(field(result, 'content')) }
  if (thought !== undefined) return { ...(isFields(thought) ? thought : {}), type: 'thinking' }
  return block
}

/** The text of a result; other blocks are unchanged. */
function resultOf(content: unknown): unknown {
  const blocks = Array.isArray(content) ? content : [content]
  const texts = blocks.flatMap((block) => textOf(field(block, 'text')) ?? [])
  return texts.length === blocks.length ? texts.join('\n') : content
}
