/** One call: the code is the body of a function of `data` and `env`. */
export interface SandboxJob {
  readonly workspace: number
  /** Calls of one run take turns with those of other runs. Without it a caller waits for this answer alone. */
  readonly run?: string
  readonly language: Language
  readonly code: string
  /** Reaches the code as `data`: any JSON value. */
  readonly data: unknown
  /** Reaches the code as `env`: an object (JavaScript) or a dict (Python). */
  readonly environment?: Readonly<Record<string, string>>
  /**
   * Wall clock of the code alone, neither waiting nor starting a runner: 10 s unless given, 6 min at most. Above
   * 30 s the call counts as long, and waits for its turn behind short ones.
   */
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

/** No runner can be had; the message is for the operator. Says nothing about the code, which may be run later. */
export class SandboxUnavailable extends Error {
  override readonly name: string = 'SandboxUnavailable'
}

/** CODE_SANDBOX is strict, and this machine has no wall: no code runs until the operator changes one of the two. */
export class NoSandbox extends SandboxUnavailable {
  override readonly name = 'NoSandbox'
}

/** Too many interactive calls of the workspace wait already. */
export class SandboxBusy extends Error {
  override readonly name = 'SandboxBusy'
}

export function errorOf(kind: ErrorKind, type: string, message: string): SandboxError {
  return { type, message, line: null, kind }
}
