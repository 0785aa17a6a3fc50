/** One call; `code` is the body of a function of `data` and `env`. */
export interface SandboxJob {
  readonly workspace: number
  /** Calls of one run take turns with other runs. Without a run the call is interactive. */
  readonly run?: string
  readonly language: Language
  readonly code: string
  /** `data` in the code: any JSON value. */
  readonly data: unknown
  /** `env` in the code: an object (JavaScript) or dict (Python). */
  readonly environment?: Readonly<Record<string, string>>
  /**
   * Wall clock of the code, without waiting for or starting a runner: 10 s by default, at most 6 min. Calls above 30 s count as
   * long and wait behind short ones.
   */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Allows `fetch` through the guarded fetch. */
  readonly network?: boolean
  /** Restricts `fetch` to these hosts. */
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
  /** Line of the code, from 1. */
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

/** No runner is available; the message is for the operator. The call can be retried. */
export class SandboxUnavailable extends Error {
  override readonly name: string = 'SandboxUnavailable'
}

/** CODE_SANDBOX is strict and this machine has no isolation: no code runs until the operator changes either. */
export class NoSandbox extends SandboxUnavailable {
  override readonly name = 'NoSandbox'
}

/** Too many interactive calls of the workspace are waiting. */
export class SandboxBusy extends Error {
  override readonly name = 'SandboxBusy'
}

export function errorOf(kind: ErrorKind, type: string, message: string): SandboxError {
  return { type, message, line: null, kind }
}
