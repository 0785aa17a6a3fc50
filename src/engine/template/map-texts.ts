import type { ContentBlock, Message } from './blueprint/index.ts'

/** The path of a field, from the template down, as in refusals. */
export type Loc = readonly (string | number)[]

/** Called with each template text and its path; the result replaces the text. */
export type TextMapper = (text: string, loc: Loc) => string

/** A data URL is not template text: it is neither scanned nor rendered. */
const isTemplateUrl = (url: string): boolean => !url.startsWith('data:')

/**
 * Maps the template texts of a block: a text, or the URL of an image or media. Other blocks are provider output and stay
 * unchanged.
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

type HasArguments = { arguments: string }

const mapArguments = <C extends HasArguments>(called: C, loc: Loc, map: TextMapper): C => ({
  ...called,
  arguments: map(called.arguments, [...loc, 'arguments']),
})

/** Maps the arguments of an assistant message's tool calls. */
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
