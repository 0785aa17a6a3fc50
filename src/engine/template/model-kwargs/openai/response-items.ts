import type { Annotation, ContentBlock, ToolCall } from '../../blueprint/index.ts'
import { type Attachment, attachmentOf, filenameOf, urlOf } from '../common/attachment.ts'
import { type Kwargs, present } from '../common/kwargs.ts'
import { plainText } from '../common/plain-text.ts'
import type { AssistantTurn, ToolTurn, Turn } from '../common/turn.ts'
import { nativeItem } from './response-native-items.ts'

/** Content parts of Responses messages and of function outputs: input_text, input_image, input_file. */

const inputParts = (block: ContentBlock): Kwargs[] => {
  const attachment = attachmentOf(block)
  const part = attachment && attachedPart(attachment)
  return part ? [part] : textInput(block)
}

const textInput = (block: ContentBlock): { type: 'input_text'; text: string }[] => {
  const text = plainText(block)
  return text === null ? [] : [{ type: 'input_text', text }]
}

/** The API accepts no audio or video; these are mentioned by their URL. */
const attachedPart = (attachment: Attachment): Kwargs | null => {
  const { kind, source, detail } = attachment
  if (kind === 'image') return { type: 'input_image', image_url: urlOf(attachment), detail: detail ?? 'auto' }
  if (kind !== 'file') return null
  return 'url' in source
    ? { type: 'input_file', file_url: source.url }
    : { type: 'input_file', filename: filenameOf(attachment), file_data: urlOf(attachment) }
}

/** Input items of the Responses API. A turn may be several items, because calls and reasoning are items. */
export const itemsOf = (turn: Turn): Kwargs[] => {
  switch (turn.role) {
    case 'assistant':
      return assistantItems(turn)
    case 'tool':
      return toolItems(turn)
    default:
      return messageItems(turn.role, turn.content)
  }
}

/** Consecutive parts form one message; blocks that are items stand between messages. */
const messageItems = (role: string, content: ContentBlock[]): Kwargs[] => {
  const items: Kwargs[] = []
  let parts: Kwargs[] = []
  const close = () => {
    if (parts.length > 0) items.push({ role, content: parts })
    parts = []
  }
  for (const block of content) {
    const item = nativeItem(block)
    if (item) {
      close()
      items.push(item)
    } else {
      parts.push(...(role === 'user' ? inputParts(block) : textInput(block)))
    }
  }
  close()
  return items
}

const assistantItems = ({ content, calls }: AssistantTurn): Kwargs[] => [
  ...content.flatMap((block) => {
    const item = nativeItem(block)
    if (item) return [item]
    if (block.type === 'text' && block.id)
      return [outputMessage(block.id, block.text, block.annotations ?? [])]
    return textInput(block).map(({ text }) => ({ role: 'assistant', content: text }))
  }),
  ...calls.map(functionCall),
]

/**
 * A text with an item id is the model's earlier message. One without is a plain string, because the API refuses input_text from
 * the assistant and the SDK's cache renders no output_text.
 */
const outputMessage = (id: string, text: string, annotations: Annotation[]): Kwargs => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: annotations.flatMap(annotationOf) }],
})

const annotationOf = (annotation: Annotation): Kwargs[] => {
  switch (annotation.type) {
    case 'url_citation': {
      const { type, title, url, start_index, end_index } = annotation
      return [{ type, title, url, start_index, end_index }]
    }
    case 'file_citation': {
      const { type, file_id, filename, index } = annotation
      return [{ type, file_id, filename, index }]
    }
    case 'container_file_citation': {
      const { type, container_id, file_id, filename, start_index, end_index } = annotation
      return [present({ type, container_id, file_id, filename, start_index, end_index })]
    }
    default:
      return []
  }
}

/**
 * call_id is the call's id; id is the item's (`tool_id`).
 * Source: reference 4.8.
 */
const functionCall = (call: ToolCall): Kwargs =>
  present({
    type: 'function_call',
    id: call.tool_id || null,
    call_id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
  })

const toolItems = ({ content, callId }: ToolTurn): Kwargs[] => {
  const native = content.map(nativeItem).filter((item) => item !== null)
  const parts = content.filter((block) => !nativeItem(block)).flatMap(inputParts)
  const [only, ...more] = parts
  const output = only?.['type'] === 'input_text' && more.length === 0 ? only['text'] : parts
  if (native.length > 0 && parts.length === 0) return native
  return [
    { type: 'function_call_output', call_id: callId, output: parts.length > 0 ? output : '' },
    ...native,
  ]
}
