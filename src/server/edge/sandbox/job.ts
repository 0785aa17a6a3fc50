/** One call: the code is the body of a function of `data` and `env`. */
export interface SandboxJob {
  readonly workspace: number
  readonly language: Language
  readonly code: string
  /** Reaches the code as `data`: any JSON value. */
  readonly data: unknown
  /** Reaches the code as `env`: an object (JavaScript) or a dict (Python). */
  readonly environment?: Readonly<Record<string, string>>
  /** Wall clock of the code alone, neither waiting nor starting a runner: 10 s unless told, 6 min at most. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Whether the code may `fetch`; every call of it goes out through the guarded fetch. */
  readonly network?: boolean
  /** The only hosts that the code may call; any that the guarded fetch reaches unless told. */
  readonly hosts?: readonly string[]
}

export const languages = ['javascript', 'python'] as const
export type Language = (typeof languages)[number]

export type SandboxOutcome = {
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
} & (
  | { readonly status: 'success'; readonly value: unknown }
  | { readonly status: 'error'; readonly error: SandboxError }
)

export interface SandboxError {
  readonly type: string
  readonly message: string
  /** Line of the job's code, counted from 1. */
  readonly line: number | null
  readonly kind: ErrorKind
}

export type ErrorKind =
  | 'exception'
  | 'timeout'
  | 'memory'
  | 'output_too_large'
  | 'input_too_large'
  | 'cancelled'
  | 'syntax'

/** No runner can be had; the message says what the operator can do. Says nothing about the code. */
export class SandboxUnavailable extends Error {
  override readonly name = 'SandboxUnavailable'
}

export function errorOf(kind: ErrorKind, type: string, message: string): SandboxError {
  return { type, message, line: null, kind }
}
