import type { Call } from './call.ts'

export type JsonSchema = Readonly<Record<string, unknown>> | boolean

export interface OfferedTool {
  readonly name: string
  readonly parameters: JsonSchema
}

/** The input of a call, in the same form for every wire. */
export interface Question {
  /** The fake's name of the provider: `openai`, `azure`, `anthropic`, `google`. */
  readonly provider: string
  readonly wire: string
  readonly model: string
  /** The texts of the last message. */
  readonly text: string
  /** True if the last message is the result of a tool. */
  readonly isToolResult: boolean
  /** The offered tools; none if the caller forbids tools. */
  readonly tools: readonly OfferedTool[]
  /** The schema that the answer must satisfy. */
  readonly schema: JsonSchema | null
  readonly choices: number
  readonly thinks: boolean
  readonly wantsImage: boolean
  readonly call: Call
}

export interface ReplyUsage {
  /** All input tokens, with cached tokens. */
  readonly input: number
  /** All output tokens, reasoning included. */
  readonly output: number
  readonly cached?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
  readonly inputAudio?: number
  readonly outputAudio?: number
}

export interface Reply {
  readonly text?: string
  readonly thinking?: string
  readonly refusal?: string
  readonly toolCalls?: readonly { readonly id?: string; readonly name: string; readonly arguments: unknown }[]
  /** Images as PNG in base64. */
  readonly images?: readonly string[]
  /** The choices after the first. */
  readonly others?: readonly Reply[]
  readonly end?: 'usual' | 'length' | 'filter'
  /** The reported usage. Null: none is sent. Absent: it is counted from the texts. */
  readonly usage?: ReplyUsage | null
  /** Milliseconds before the first part and between parts. */
  readonly pace?: { readonly first?: number; readonly between?: number }
}

export const choicesOf = (reply: Reply): readonly Reply[] => [reply, ...(reply.others ?? [])]

/** The words of a text, each with the space beside it: the pieces of a streamed text. */
export const pieces = (text: string): string[] => text.match(/\s*\S+\s*/g) ?? (text === '' ? [] : [text])

export const tokens = (text: string): number => Math.max(1, Math.ceil(text.length / 4))

/** The configured token counts, or a count at four characters a token; null if no usage is sent. */
export function usageOf(question: Question, reply: Reply): Required<ReplyUsage> | null {
  if (reply.usage === null) return null
  const none = { cached: 0, cacheWrite: 0, reasoning: 0, inputAudio: 0, outputAudio: 0 }
  if (reply.usage) return { ...none, ...reply.usage }
  const choices = choicesOf(reply)
  const reasoning = choices.reduce((sum, { thinking }) => sum + (thinking ? tokens(thinking) : 0), 0)
  const output = choices.reduce((sum, one) => sum + tokens(wordsOf(one)), 0)
  return { ...none, input: tokens(question.text), output: output + reasoning, reasoning }
}

const wordsOf = ({ text = '', refusal = '', toolCalls = [] }: Reply) =>
  text + refusal + toolCalls.map((call) => call.name + argumentsText(call)).join('')

export const argumentsText = (call: { arguments: unknown }): string =>
  typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)
