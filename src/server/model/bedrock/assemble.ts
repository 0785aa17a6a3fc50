import { type Fields, fieldsOf, isFields } from '../../../engine/json/fields.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { field, text, valueAt } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'
import { withText } from './bytes.ts'

/** Collects an answer of Converse from the events of a stream. */
export function assembleConverse(): Assembly {
  const blocks = new Map<unknown, Record<string, unknown>>()
  const inputs = new Map<unknown, string>()
  let end: Fields | null = null
  let lastMetadata: Fields = {}

  function change(index: unknown, delta: unknown): string {
    const block = blocks.get(index) ?? {}
    blocks.set(index, block)
    const words = field(delta, 'text')
    const input = valueAt(delta, 'toolUse', 'input')
    const reasoning = field(delta, 'reasoningContent')
    if (typeof words === 'string') block['text'] = text(block['text']) + words
    else if (typeof input === 'string') inputs.set(index, (inputs.get(index) ?? '') + input)
    else if (isFields(reasoning))
      block['reasoningContent'] = withReasoning(fieldsOf(block['reasoningContent']), reasoning)
    else if (isFields(delta)) blocks.set(index, { ...block, ...fieldsOf(withText(delta)) })
    return text(words)
  }

  function stop(index: unknown): void {
    const block = blocks.get(index)
    const input = inputs.get(index)
    if (block === undefined || input === undefined) return
    block['toolUse'] = { ...fieldsOf(block['toolUse']), input: parsed(input) }
  }

  return {
    add(event: unknown): string {
      const start = field(event, 'contentBlockStart')
      const delta = field(event, 'contentBlockDelta')
      const stopped = field(event, 'contentBlockStop')
      const messageStop = field(event, 'messageStop')
      const metadata = field(event, 'metadata')
      if (isFields(start))
        blocks.set(field(start, 'contentBlockIndex'), { ...fieldsOf(withText(field(start, 'start'))) })
      if (isFields(stopped)) stop(field(stopped, 'contentBlockIndex'))
      if (isFields(messageStop)) end = messageStop
      if (isFields(metadata)) lastMetadata = metadata
      return isFields(delta) ? change(field(delta, 'contentBlockIndex'), field(delta, 'delta')) : ''
    },
    isComplete: () => end !== null,
    response: () => ({
      output: { message: { role: 'assistant', content: [...blocks.values()] } },
      ...end,
      ...lastMetadata,
    }),
  }
}

function withReasoning(sofar: Fields, delta: Fields): Fields {
  const hidden = field(delta, 'redactedContent')
  if (hidden !== undefined) return { redactedContent: withText(hidden) }
  const { text: words, signature } = fieldsOf(field(sofar, 'reasoningText'))
  const signed = text(signature) + text(field(delta, 'signature'))
  return {
    reasoningText: {
      text: text(words) + text(field(delta, 'text')),
      ...(signed !== '' && { signature: signed }),
    },
  }
}

/** Parses arguments; no input means no arguments. Truncated ones, and those with a number that is out of range, stay text. */
function parsed(input: string): unknown {
  if (input.trim() === '') return {}
  try {
    return parseExact(input)
  } catch {
    return input
  }
}
