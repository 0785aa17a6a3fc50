import { fieldsOf } from '../../../json/fields.ts'
import type { ToolCall } from '../../blueprint/index.ts'
import type { Kwargs } from '../common/kwargs.ts'
import { textsOf } from '../common/plain-text.ts'
import { argumentsOf, type SpokenTurn, type ToolTurn, type Turn } from '../common/turn.ts'
import { mediaPart, partsOf, withSignature } from './parts.ts'

/** Gemini's contents: roles user and model. */

export const systemParts = (turns: SpokenTurn[]): Kwargs[] =>
  turns.flatMap(({ content }) => textsOf(content).map((text) => ({ text })))

/** Results of parallel calls share one content, because Gemini requires as many results as calls. */
export const contentsOf = (turns: Turn[]): Kwargs[] => {
  const contents: { role: string; parts: Kwargs[] }[] = []
  let answering = false
  for (const turn of turns) {
    const parts = partsOfTurn(turn)
    if (parts.length === 0) continue
    const last = contents.at(-1)
    if (turn.role === 'tool' && answering && last) last.parts.push(...parts)
    else contents.push({ role: turn.role === 'assistant' ? 'model' : 'user', parts })
    answering = turn.role === 'tool'
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
