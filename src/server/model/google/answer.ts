import { type Fields, fieldsOf, isFields } from '../../../engine/json/fields.ts'
import { count, field, listOf, text, valueAt } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'
import type { ModelCall, ModelReply, ModelUsage } from '../provider.ts'

/** The SDK's result as plain data, without the HTTP headers. */
export function plain(response: object): Fields {
  return Object.fromEntries(
    Object.entries(response).filter(([name, value]) => name !== 'sdkHttpResponse' && value !== undefined),
  )
}

export function replyOf(response: Fields, call: ModelCall): ModelReply {
  const blocked = valueAt(response, 'promptFeedback', 'blockReason')
  if (!Array.isArray(response['candidates']) && typeof blocked !== 'string')
    throw new Error('it holds no candidates.')
  const reason = field(listOf(response['candidates'])[0], 'finishReason') ?? blocked
  return {
    response,
    usage: usageOf(response['usageMetadata']),
    finishReason: typeof reason === 'string' ? reason : null,
    model: text(response['modelVersion']) || call.model,
  }
}

/** Gemini does not include thoughts in the answer's tokens, nor tool results in the prompt's, so they are added. */
function usageOf(usage: unknown): ModelUsage | null {
  if (!isFields(usage)) return null
  const tokens = (name: string) => count(field(usage, name))
  const thoughts = tokens('thoughtsTokenCount')
  return {
    inputTokens: tokens('promptTokenCount') + tokens('toolUsePromptTokenCount'),
    outputTokens: tokens('candidatesTokenCount') + thoughts,
    cachedInputTokens: tokens('cachedContentTokenCount'),
    cacheWriteTokens: 0,
    reasoningTokens: thoughts,
    inputAudioTokens: audio(field(usage, 'promptTokensDetails')),
    outputAudioTokens: audio(field(usage, 'candidatesTokensDetails')),
  }
}

const audio = (details: unknown) =>
  listOf(details)
    .filter((detail) => field(detail, 'modality') === 'AUDIO')
    .reduce<number>((sum, detail) => sum + count(field(detail, 'tokenCount')), 0)

/** Collects an answer from the chunks of a stream. */
export function assembleAnswer(): Assembly {
  const candidates = new Map<number, { about: Fields; content: Fields; parts: Fields[] }>()
  let rest: Fields = {}

  function addCandidate(chunk: unknown): string {
    const index = count(field(chunk, 'index'))
    const candidate = candidates.get(index) ?? { about: {}, content: {}, parts: [] }
    const { content, ...about } = plain(fieldsOf(chunk))
    const { parts, ...otherFields } = fieldsOf(content)
    candidates.set(index, candidate)
    candidate.about = { ...candidate.about, ...about }
    candidate.content = { ...candidate.content, ...otherFields }
    const answerParts = listOf(parts).filter(isFields)
    for (const part of answerParts) addPart(candidate.parts, part)
    return index === 0
      ? answerParts.map((part) => (part['thought'] === true ? '' : text(part['text']))).join('')
      : ''
  }

  const list = () =>
    [...candidates]
      .sort(([left], [right]) => left - right)
      .map(([, { about, content, parts }]) => ({ ...about, content: { role: 'model', ...content, parts } }))

  return {
    add(chunk) {
      const { candidates: chunkCandidates, ...others } = plain(fieldsOf(chunk))
      rest = { ...rest, ...others }
      return listOf(chunkCandidates).map(addCandidate).join('')
    },
    isComplete: () =>
      (candidates.size > 0 && [...candidates.values()].every(({ about }) => 'finishReason' in about)) ||
      typeof valueAt(rest, 'promptFeedback', 'blockReason') === 'string',
    response: () => ({ ...(candidates.size > 0 && { candidates: list() }), ...rest }),
  }
}

/** Joins neighbouring texts of one kind into one part. The last of them has the signature. */
function addPart(parts: Fields[], part: Fields): void {
  const last = parts.at(-1)
  const continues =
    last !== undefined &&
    typeof last['text'] === 'string' &&
    typeof part['text'] === 'string' &&
    (last['thought'] === true) === (part['thought'] === true) &&
    last['thoughtSignature'] === undefined
  if (continues) parts[parts.length - 1] = { ...last, ...part, text: text(last['text']) + text(part['text']) }
  else if (part['text'] !== '' || part['thoughtSignature'] !== undefined) parts.push(part)
}
