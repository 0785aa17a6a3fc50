import { fieldsOf } from '../../../json/fields.ts'
import type { ContentBlock, ToolCall } from '../../blueprint/index.ts'
import { attachmentOf } from '../common/attachment.ts'
import type { Kwargs } from '../common/kwargs.ts'
import { plainText, textsOf } from '../common/plain-text.ts'
import { argumentsOf, type InputTurn, type ToolTurn, type Turn } from '../common/turn.ts'

/**
 * Parts of Gemini contents.
 * Source: reference 4.8 (the inverse direction); @google/genai types.
 */
const partsOf = (block: ContentBlock): Kwargs[] => {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [withSignature({ text: block.text }, block.thought_signature)]
    case 'thinking':
      return block.thinking === ''
        ? []
        : [withSignature({ text: block.thinking, thought: true }, block.signature)]
    case 'code': {
      const language = typeof block['language'] === 'string' ? block['language'] : 'PYTHON'
      return [{ executable_code: { code: block.code, language } }]
    }
    case 'code_execution_result':
      return [{ code_execution_result: { outcome: block.outcome, output: block.output } }]
    default: {
      const media = mediaPart(block)
      const text = media ? null : plainText(block)
      return media ? [media] : text === null ? [] : [{ text }]
    }
  }
}

/** Gemini accepts all kinds of media: inline as base64, or as a file URI. */
const mediaPart = (block: ContentBlock): Kwargs | null => {
  const attachment = attachmentOf(block)
  if (!attachment) return null
  const { mime, source } = attachment
  const part =
    'url' in source
      ? { file_data: { file_uri: source.url, mime_type: mime } }
      : { inline_data: { mime_type: mime, data: source.data } }
  return withSignature(part, fieldsOf(block['provider_metadata'])['thought_signature'])
}

/** Gemini's encrypted thoughts return on their original part. */
const withSignature = (part: Kwargs, signature: unknown): Kwargs =>
  typeof signature === 'string' && signature !== '' ? { ...part, thought_signature: signature } : part

/** Gemini's contents: roles user and model. */

export const systemParts = (turns: InputTurn[]): Kwargs[] =>
  turns.flatMap(({ content }) => textsOf(content).map((text) => ({ text })))

/** Results of parallel calls share one content, because Gemini requires as many results as calls. */
export const contentsOf = (turns: Turn[]): Kwargs[] => {
  const contents: { role: string; parts: Kwargs[] }[] = []
  let isAfterResult = false
  for (const turn of turns) {
    const parts = partsOfTurn(turn)
    if (parts.length === 0) continue
    const last = contents.at(-1)
    if (turn.role === 'tool' && isAfterResult && last) last.parts.push(...parts)
    else contents.push({ role: turn.role === 'assistant' ? 'model' : 'user', parts })
    isAfterResult = turn.role === 'tool'
  }
  return contents.map(({ role, parts }) => ({ role, parts }))
}

const partsOfTurn = (turn: Turn): Kwargs[] => {
  if (turn.role === 'tool') return resultParts(turn)
  const parts = turn.content.flatMap(partsOf)
  return turn.role === 'assistant' ? [...parts, ...turn.calls.map(callPart)] : parts
}

/** Without the call's id: Vertex AI refuses it, and Gemini matches results by name and order. */
const callPart = (call: ToolCall): Kwargs =>
  withSignature(
    { function_call: { name: call.function.name, args: argumentsOf(call) } },
    fieldsOf(call['provider_metadata'])['thought_signature'],
  )

/**
 * Gemini takes an object as result. The text goes under `output`, Gemini's own key, even if it is JSON, because the JavaScript
 * SDK would rename the keys of an object. Attached media follow as parts.
 */
const resultParts = ({ name, content }: ToolTurn): Kwargs[] => {
  const media = content.map(mediaPart).filter((part) => part !== null)
  const texts = textsOf(content.filter((block) => !mediaPart(block)))
  return [{ function_response: { name, response: { output: texts.join('\n') } } }, ...media]
}
