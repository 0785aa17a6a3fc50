import type {
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses'
import { pieces } from '../../question.ts'

type Unnumbered = ResponseStreamEvent extends infer E
  ? E extends unknown
    ? Omit<E, 'sequence_number'>
    : never
  : never

/** The events of one output item. */
export function itemEvents(item: ResponseOutputItem, output_index: number): Unnumbered[] {
  return [
    { type: 'response.output_item.added', output_index, item: begun(item) },
    ...insideEvents(item, output_index),
    { type: 'response.output_item.done', output_index, item },
  ]
}

function begun(item: ResponseOutputItem): ResponseOutputItem {
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] }
  if (item.type === 'function_call') return { ...item, status: 'in_progress', arguments: '' }
  if (item.type === 'reasoning') return { ...item, summary: [] }
  if (item.type === 'image_generation_call') return { ...item, status: 'in_progress', result: null }
  return item
}

function insideEvents(item: ResponseOutputItem, output_index: number): Unnumbered[] {
  if (item.type === 'message')
    return item.content.flatMap((part, content_index) =>
      partEvents(item, part, { output_index, content_index }),
    )
  if (item.type === 'function_call') {
    const position = { item_id: item.id!, output_index }
    const half = Math.ceil(item.arguments.length / 2)
    return [
      ...[item.arguments.slice(0, half), item.arguments.slice(half)].map((delta) => ({
        type: 'response.function_call_arguments.delta' as const,
        ...position,
        delta,
      })),
      {
        type: 'response.function_call_arguments.done',
        ...position,
        name: item.name,
        arguments: item.arguments,
      } as Unnumbered,
    ]
  }
  if (item.type === 'reasoning')
    return item.summary.flatMap((part, summary_index) => {
      const position = { item_id: item.id, output_index, summary_index }
      return [
        { type: 'response.reasoning_summary_part.added' as const, ...position, part: { ...part, text: '' } },
        ...pieces(part.text).map((delta) => ({
          type: 'response.reasoning_summary_text.delta' as const,
          ...position,
          delta,
        })),
        { type: 'response.reasoning_summary_text.done' as const, ...position, text: part.text },
        { type: 'response.reasoning_summary_part.done' as const, ...position, part },
      ] as Unnumbered[]
    })
  return []
}

type Part = ResponseOutputMessage['content'][number]

function partEvents(
  { id }: ResponseOutputMessage,
  part: Part,
  at: { output_index: number; content_index: number },
): Unnumbered[] {
  const position = { item_id: id, ...at }
  const inside: Unnumbered[] =
    part.type === 'refusal'
      ? [
          ...pieces(part.refusal).map((delta) => ({
            type: 'response.refusal.delta' as const,
            ...position,
            delta,
          })),
          { type: 'response.refusal.done', ...position, refusal: part.refusal },
        ]
      : [
          ...pieces(part.text).map((delta) => ({
            type: 'response.output_text.delta' as const,
            ...position,
            delta,
            logprobs: [],
          })),
          { type: 'response.output_text.done', ...position, text: part.text, logprobs: [] },
        ]
  const empty = part.type === 'refusal' ? { ...part, refusal: '' } : { ...part, text: '' }
  return [
    { type: 'response.content_part.added', ...position, part: empty },
    ...inside,
    { type: 'response.content_part.done', ...position, part },
  ]
}
