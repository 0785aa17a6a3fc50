import type { Answer, Call } from '../call.ts'
import type { Question, Reply } from '../question.ts'

/** One request form of a provider. */
export interface Wire {
  readonly name: string
  /** Matches the path below the base URL. */
  readonly path: RegExp
  question(call: Call): Omit<Question, 'provider' | 'wire' | 'call'>
  answer(question: Question, reply: Reply): Answer
  /** Writes the error event of this wire within a stream. */
  errorPart?(message: string): Uint8Array
}

export const refusalKinds = [
  'bad_key',
  'rate_limit',
  'quota',
  'bad_request',
  'context_length',
  'not_found',
  'server_error',
  'unavailable',
  'overloaded',
] as const

export type RefusalKind = (typeof refusalKinds)[number]

export interface RefusalAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A provider in the form that its client expects. A new provider is a file with one of these, listed in
 * `index.ts`.
 */
export interface Provider {
  readonly name: string
  /** The path of its base URL, such as `/openai/v1`. */
  readonly mount: string
  readonly wires: readonly Wire[]
  /** Environment variables that point the provider's client to this base URL. */
  environment(baseUrl: string): Readonly<Record<string, string>>
  refusal(kind: RefusalKind): RefusalAnswer
}
