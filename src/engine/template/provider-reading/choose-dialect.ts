import type { Fields } from '../../json/fields.ts'
import { anthropicMessages } from './anthropic/messages.ts'
import { bedrockConverse } from './bedrock/converse.ts'
import { field, has, listOf } from './common/json.ts'
import type { Dialect } from './dialect.ts'
import { googleGenerate } from './google/generate.ts'
import { cohere, openaiChat } from './openai/chat.ts'
import { openaiImages } from './openai/images.ts'
import { openaiResponses } from './openai/responses.ts'
import { embedding, textCompletion } from './openai/text-completion.ts'

/** Dialects that an answer's shape identifies, the most distinctive first. */
export const DISTINCTIVE: readonly Dialect[] = [
  openaiChat,
  openaiResponses,
  googleGenerate,
  bedrockConverse,
  anthropicMessages,
  textCompletion,
  cohere,
]

/** Functions of the official SDKs, old and new, and of proxies that use their names. */
const BY_FUNCTION: [RegExp, Dialect][] = [
  [/embed/, embedding],
  [/images?\.|video_generation|tts\.|audio\.speech/, openaiImages],
  [/responses\./, openaiResponses],
  [/chat\.?completion/, openaiChat],
  [/^anthropic\b.*completion/, textCompletion],
  [/^anthropic\b|messages\.(create|stream|parse)$/, anthropicMessages],
  [/converse/, bedrockConverse],
  [/^google\b|^vertexai\b|generate_?content|send_?message/, googleGenerate],
  [/^cohere\b/, cohere],
  [/^mistral\b|chat\.send/, openaiChat],
  [/^openai\b.*completion|^completion/, textCompletion],
]

/** Chooses the API by the function's name, else by provider and model, else by the arguments. */
export function chooseDialect(
  functionName: string,
  provider: string,
  model: string,
  kwargs: Fields,
): Dialect {
  const name = functionName.toLowerCase()
  const dialect = BY_FUNCTION.find(([pattern]) => pattern.test(name))?.[1]
  return dialect ?? byProvider(provider, model, kwargs) ?? byShape(kwargs)
}

function byProvider(provider: string, model: string, kwargs: Fields): Dialect | null {
  const family = provider === 'vertexai' ? model : provider
  if (has(kwargs, 'prompt') && !has(kwargs, 'messages')) return null
  if (/^(anthropic|claude)/.test(family)) return anthropicMessages
  if (/^(google|gemini)/.test(family)) return googleGenerate
  if (family === 'amazon.bedrock') return bedrockConverse
  return family === 'cohere' ? cohere : null
}

function byShape(kwargs: Fields): Dialect {
  if (has(kwargs, 'messages')) return byMessages(kwargs)
  if (has(kwargs, 'contents') || has(kwargs, 'history')) return googleGenerate
  if (has(kwargs, 'input') || has(kwargs, 'instructions')) return openaiResponses
  if (has(kwargs, 'prompt') || has(kwargs, 'inputs')) return textCompletion
  return has(kwargs, 'message') ? cohere : openaiChat
}

/** Only Anthropic has `system` beside the messages and blocks such as tool_use. */
function byMessages(kwargs: Fields): Dialect {
  if (has(kwargs, 'model_id')) return bedrockConverse
  if (has(kwargs, 'system')) return anthropicMessages
  const types = listOf(field(kwargs, 'messages')).flatMap((message) =>
    listOf(field(message, 'content')).map((part) => field(part, 'type')),
  )
  return types.some((type) => type === 'tool_use' || type === 'tool_result') ? anthropicMessages : openaiChat
}
