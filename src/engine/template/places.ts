import type { ContentBlock, Message } from './blueprint/index.ts'

/** A path to a field, from the template down, as callers name it in a refusal. */
export type Loc = readonly (string | number)[]

/** Called with each template text and its place; what it returns takes the place of the text. */
export type TextMapper = (text: string, loc: Loc) => string

/** A data URL carries bytes, not template text: it is neither scanned nor rendered. */
const isTemplateUrl = (url: string): boolean => !url.startsWith('data:')

/**
 * Maps the template texts of one block: the text of a text block, the URL of an image or of media.
 * Every other block is something a provider once answered and is passed on as it is.
 */
export function mapBlockText(block: ContentBlock, loc: Loc, map: TextMapper): ContentBlock {
  if (block.type === 'text') return { ...block, text: map(block.text, [...loc, 'text']) }
  if (block.type === 'image_url' && isTemplateUrl(block.image_url.url)) {
    const url = map(block.image_url.url, [...loc, 'image_url', 'url'])
    return { ...block, image_url: { ...block.image_url, url } }
  }
  if (block.type === 'media' && block.media.url != null && isTemplateUrl(block.media.url)) {
    const url = map(block.media.url, [...loc, 'media', 'url'])
    return { ...block, media: { ...block.media, url } }
  }
  return block
}

type Called = { arguments: string }

const mapArguments = <C extends Called>(called: C, loc: Loc, map: TextMapper): C => ({
  ...called,
  arguments: map(called.arguments, [...loc, 'arguments']),
})

/** Maps the arguments of the calls an assistant message makes; other messages make none. */
export function mapCallArguments(message: Message, loc: Loc, map: TextMapper): Message {
  if (message.role !== 'assistant') return message
  const mapped = { ...message }
  if (message.function_call != null) {
    mapped.function_call = mapArguments(message.function_call, [...loc, 'function_call'], map)
  }
  if (message.tool_calls != null) {
    mapped.tool_calls = message.tool_calls.map((call, index) => ({
      ...call,
      function: mapArguments(call.function, [...loc, 'tool_calls', index, 'function'], map),
    }))
  }
  return mapped
}
