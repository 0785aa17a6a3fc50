import { type Fields, fieldsOf } from '../../../engine/json/fields.ts'
import { field, text, valueAt } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

/** Collects an answer from the events of a stream. */
export function assembleCohere(): Assembly {
  let id = ''
  let plan = ''
  let end: Fields | null = null
  const parts = new Map<unknown, Fields>()
  const calls = new Map<unknown, Fields>()
  const citations: unknown[] = []

  function addContent(index: unknown, content: unknown): string {
    const part = parts.get(index) ?? { type: 'text', text: '' }
    const words = text(field(content, 'text'))
    const thinking = text(field(content, 'thinking'))
    parts.set(
      index,
      part['type'] === 'thinking'
        ? { ...part, thinking: text(part['thinking']) + thinking }
        : { ...part, text: text(part['text']) + words },
    )
    return words
  }

  function addArguments(index: unknown, piece: string): void {
    const call = calls.get(index)
    const called = fieldsOf(call?.['function'])
    calls.set(index, { ...call, function: { ...called, arguments: text(called['arguments']) + piece } })
  }

  return {
    add(event: unknown): string {
      const index = field(event, 'index')
      const message = valueAt(event, 'delta', 'message')
      switch (field(event, 'type')) {
        case 'message-start':
          id = text(field(event, 'id'))
          break
        case 'content-start':
          parts.set(index, { ...fieldsOf(field(message, 'content')) })
          return text(valueAt(message, 'content', 'text'))
        case 'content-delta':
          return addContent(index, field(message, 'content'))
        case 'tool-plan-delta':
          plan += text(field(message, 'toolPlan'))
          break
        case 'tool-call-start':
          calls.set(index, { ...fieldsOf(field(message, 'toolCalls')) })
          break
        case 'tool-call-delta':
          addArguments(index, text(valueAt(message, 'toolCalls', 'function', 'arguments')))
          break
        case 'citation-start':
          citations.push(...[field(message, 'citations')].flat().filter((citation) => citation !== undefined))
          break
        case 'message-end':
          end = fieldsOf(field(event, 'delta'))
      }
      return ''
    },
    isComplete: () => end !== null,
    response: () => ({
      id,
      finishReason: end?.['finishReason'],
      ...(end?.['error'] !== undefined && { error: end['error'] }),
      message: {
        role: 'assistant',
        ...(plan !== '' && { toolPlan: plan }),
        ...(calls.size > 0 && { toolCalls: [...calls.values()] }),
        ...(parts.size > 0 && { content: [...parts.values()] }),
        ...(citations.length > 0 && { citations }),
      },
      usage: end?.['usage'],
    }),
  }
}
