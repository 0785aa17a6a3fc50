import { type Fields, fieldsOf, isFields } from '../../../engine/json/fields.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { field, listOf, text } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

/** Collects a message from the events of a stream. */
export function assembleMessage(): Assembly {
  let message: Fields = {}
  let hasEnded = false
  const blocks = new Map<unknown, Record<string, unknown>>()
  const inputs = new Map<unknown, string>()
  const cited = new Map<Fields, unknown[]>()

  function start(event: Fields): void {
    blocks.set(field(event, 'index'), { ...fieldsOf(field(event, 'content_block')) })
  }

  function change(event: Fields): void {
    const index = field(event, 'index')
    const block = blocks.get(index)
    const delta = fieldsOf(field(event, 'delta'))
    if (block === undefined) return
    switch (field(delta, 'type')) {
      case 'text_delta':
        block['text'] = text(block['text']) + text(delta['text'])
        break
      case 'thinking_delta':
        block['thinking'] = text(block['thinking']) + text(delta['thinking'])
        break
      case 'signature_delta':
        block['signature'] = text(block['signature']) + text(delta['signature'])
        break
      case 'citations_delta':
        if (!cited.has(block)) cited.set(block, [...listOf(block['citations'])])
        cited.get(block)!.push(delta['citation'])
        block['citations'] = cited.get(block)
        break
      case 'input_json_delta':
        inputs.set(index, (inputs.get(index) ?? '') + text(delta['partial_json']))
    }
  }

  function stop(event: Fields): void {
    const index = field(event, 'index')
    const input = inputs.get(index)
    const block = blocks.get(index)
    if (block !== undefined && input !== undefined && input !== '') block['input'] = parsed(input)
  }

  /** The last usage counts the whole message, but lacks some fields of the first one. */
  function conclude(event: Fields): void {
    const counts = Object.entries(fieldsOf(field(event, 'usage'))).filter(([, value]) => value !== null)
    const usage = { ...fieldsOf(message['usage']), ...Object.fromEntries(counts) }
    message = {
      ...message,
      ...fieldsOf(field(event, 'delta')),
      ...(Object.keys(usage).length > 0 && { usage }),
    }
  }

  return {
    add(event: unknown): string {
      if (!isFields(event)) return ''
      switch (field(event, 'type')) {
        case 'message_start':
          message = { ...fieldsOf(field(event, 'message')) }
          break
        case 'content_block_start':
          start(event)
          return text(field(field(event, 'content_block'), 'text'))
        case 'content_block_delta':
          change(event)
          return text(field(field(event, 'delta'), 'text'))
        case 'content_block_stop':
          stop(event)
          break
        case 'message_delta':
          conclude(event)
          break
        case 'message_stop':
          hasEnded = true
      }
      return ''
    },
    isComplete: () => hasEnded,
    response: () => ({ ...message, content: [...blocks.values()] }),
  }
}

/** Parses arguments. Truncated ones, and those with a number that is out of range, stay text. */
function parsed(input: string): unknown {
  try {
    return parseExact(input)
  } catch {
    return input
  }
}
