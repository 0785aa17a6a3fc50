import { type Fields, isFields } from '../../../json/fields.ts'
import type { ContentBlock, Message, ToolCall } from '../../blueprint/index.ts'
import { openaiAnnotations } from '../common/annotation.ts'
import { outputMediaBlock, textBlock, thinkingBlock } from '../common/block.ts'
import { field, firstField, has, isNonEmptyText, listOf, text, textOr, valueAt } from '../common/json.ts'
import { messageOf, roleOf, toolCallOf, userMessage } from '../common/message.ts'
import { openaiContent, openaiPart } from './content.ts'

/** A message of chat completions, input or output. */
export function openaiMessage(raw: unknown, audioFormat = 'wav'): Message {
  if (!isFields(raw)) return userMessage([openaiPart(raw)])
  const role = roleOf(field(raw, 'role'))
  return messageOf({
    role,
    content: contentOf(raw, audioFormat),
    name: textOr(field(raw, 'name'), null),
    toolCallId: text(field(raw, 'tool_call_id')),
    toolCalls: openaiToolCalls(field(raw, 'tool_calls')),
    functionCall: functionCall(field(raw, 'function_call')),
  })
}

/** As `openaiMessage`, but an empty text counts as none. */
export function openaiAnswer(raw: Fields, audioFormat?: string): Message {
  const content = field(raw, 'content')
  const answer = { ...raw, role: 'assistant', content: content === '' ? null : content }
  return openaiMessage(answer, audioFormat)
}

function contentOf(raw: Fields, audioFormat: string): ContentBlock[] {
  const content = openaiContent(field(raw, 'content'))
  const annotations = openaiAnnotations(field(raw, 'annotations'))
  const first = content[0]
  if (first?.type === 'text' && annotations?.length) content[0] = { ...first, annotations }
  return [...thoughts(raw), ...content, ...refusal(raw), ...audio(raw, audioFormat), ...images(raw)]
}

/** DeepSeek, OpenRouter and Cohere report reasoning or plans beside the content. */
function thoughts(raw: Fields): ContentBlock[] {
  const thoughts = firstField(raw, THOUGHTS, isNonEmptyText)
  return thoughts === undefined ? [] : [thinkingBlock(thoughts)]
}

const THOUGHTS = ['reasoning_content', 'reasoning', 'tool_plan']

const refusal = (raw: Fields): ContentBlock[] => {
  const words = text(field(raw, 'refusal'))
  return words === '' ? [] : [textBlock(words)]
}

function audio(raw: Fields, format: string): ContentBlock[] {
  const audio = field(raw, 'audio')
  if (!isFields(audio)) return []
  const transcript = textOr(field(audio, 'transcript'), undefined)
  const extra = transcript === undefined ? {} : { transcript }
  const type = `audio/${format === 'mp3' ? 'mpeg' : format}`
  return [outputMediaBlock(text(field(audio, 'data')), type, extra, textOr(field(audio, 'id'), undefined))]
}

const images = (raw: Fields): ContentBlock[] =>
  listOf(field(raw, 'images')).flatMap((image) => {
    const url = text(valueAt(image, 'image_url', 'url'))
    return url === '' ? [] : [outputMediaBlock(url, /^data:([^;,]+)/.exec(url)?.[1] ?? 'image/png')]
  })

/** Tool calls of an assistant message; a custom tool's input becomes its arguments. */
const openaiToolCalls = (calls: unknown): ToolCall[] =>
  listOf(calls)
    .filter(isFields)
    .map((call) => {
      const called = field(call, 'function') ?? field(call, 'custom')
      const args = has(called, 'arguments') ? field(called, 'arguments') : field(called, 'input')
      return toolCallOf(text(field(call, 'id')), text(field(called, 'name')), args ?? '')
    })

const functionCall = (raw: unknown) =>
  isFields(raw) ? { name: text(field(raw, 'name')), arguments: text(field(raw, 'arguments')) } : null
