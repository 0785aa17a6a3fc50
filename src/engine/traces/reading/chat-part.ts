import { isFields, jsonText } from '../../json/fields.ts'
import { field, parsed, textOf, withoutMissing } from './fields.ts'

/** One message part in the terms of OpenAI's chat API: content, a tool call, or a tool result. */
export type ChatPart =
  | { readonly content: unknown }
  | { readonly call: ChatCall }
  | { readonly result: { readonly tool_call_id: string; readonly name?: string; readonly content: unknown } }

export interface ChatCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

type ReadPart = (part: unknown) => ChatPart

/** Kinds of parts, under the names of all conventions. */
const kinds = new Map<string, ReadPart>([
  ['text', textPart],
  ['input_text', textPart],
  ['output_text', textPart],
  ['reasoning', thinkingPart],
  ['thinking', thinkingPart],
  ['tool_call', callPart],
  ['tool-call', callPart],
  ['tool_use', callPart],
  ['function_call', callPart],
  ['tool_call_response', resultPart],
  ['tool-result', resultPart],
  ['tool_result', resultPart],
  ['function_call_output', resultPart],
  ['blob', blobPart],
  ['uri', uriPart],
  ['image', imagePart],
  ['file', filePart],
])

/** Reads a part of any convention; a part of an unknown kind is content, unchanged. */
export function readPart(part: unknown): ChatPart {
  const kind = textOf(field(part, 'type', 'kind'))
  const reader = kind === null ? undefined : kinds.get(kind)
  if (reader) return reader(part)
  const text = field(part, 'text', 'content')
  return { content: isFields(part) && kind === null && typeof text === 'string' ? textBlock(text) : part }
}

const textBlock = (text: string) => ({ type: 'text', text })

function textPart(part: unknown): ChatPart {
  return { content: textBlock(jsonText(field(part, 'text', 'content') ?? '')) }
}

function thinkingPart(part: unknown): ChatPart {
  const thinking = jsonText(field(part, 'thinking', 'content', 'text', 'reasoning') ?? '')
  return { content: withoutMissing({ type: 'thinking', thinking, signature: field(part, 'signature') }) }
}

const callId = ['tool_call_id', 'toolCallId', 'tool_use_id', 'call_id', 'id']

/** A tool call; conventions differ in where name and arguments are. */
export function callOf(raw: unknown): ChatCall {
  const called = field(raw, 'function') ?? raw
  return {
    id: textOf(field(raw, ...callId)) ?? '',
    type: 'function',
    function: {
      name: textOf(field(called, 'name', 'toolName')) ?? '',
      arguments: jsonText(field(called, 'arguments', 'input', 'args') ?? ''),
    },
  }
}

function callPart(part: unknown): ChatPart {
  return { call: callOf(part) }
}

function resultPart(part: unknown): ChatPart {
  const output = field(part, 'response', 'result', 'output', 'content')
  const isTyped = field(output, 'type') === 'text' || field(output, 'type') === 'json'
  const name = textOf(field(part, 'name', 'toolName'))
  return {
    result: {
      tool_call_id: textOf(field(part, ...callId)) ?? '',
      ...(name !== null && { name }),
      content: jsonText((isTyped ? field(output, 'value') : undefined) ?? output ?? ''),
    },
  }
}

const mediaType = (part: unknown): string =>
  textOf(field(part, 'mime_type', 'mediaType', 'mimeType', 'media_type')) ?? ''

function blobPart(part: unknown): ChatPart {
  const data = textOf(field(part, 'content', 'data')) ?? ''
  return mediaAt(part, `data:${mediaType(part) || 'application/octet-stream'};base64,${data}`)
}

function uriPart(part: unknown): ChatPart {
  return mediaAt(part, textOf(field(part, 'uri', 'url')) ?? '')
}

function imagePart(part: unknown): ChatPart {
  return dataPart({ ...(isFields(part) ? part : {}), modality: 'image' }, field(part, 'image', 'data', 'url'))
}

function filePart(part: unknown): ChatPart {
  if (isFields(field(part, 'file'))) return { content: part }
  return dataPart(part, field(part, 'data', 'file_data', 'url', 'uri', 'file_id'))
}

/** Base64 or a URL; objects replace bytes that were lost in JSON. */
function dataPart(part: unknown, raw: unknown): ChatPart {
  const data = parsed(raw)
  if (typeof data !== 'string') return { content: part }
  if (/^(https?|gs|s3|data|file):/.test(data)) return mediaAt(part, data)
  return mediaAt(part, `data:${mediaType(part) || 'application/octet-stream'};base64,${data}`)
}

function mediaAt(part: unknown, url: string): ChatPart {
  const isImage = field(part, 'modality') === 'image' || mediaType(part).startsWith('image/')
  if (isImage) return { content: { type: 'image_url', image_url: { url } } }
  const filename = textOf(field(part, 'filename', 'name')) ?? 'file'
  return { content: { type: 'file', file: { filename, file_data: url } } }
}
