/** One call of user code. `code` is the body of a function of `data` and `env`. */
export interface SandboxJob {
  readonly workspace: number
  /** Runs take turns, each with its calls. Without a run the call is interactive. */
  readonly run?: string
  readonly language: Language
  readonly code: string
  /** The JSON value that the code sees as `data`. */
  readonly data: unknown
  /** The variables that the code sees as `env`: an object (JavaScript) or a dict (Python). */
  readonly environment?: Readonly<Record<string, string>>
  /**
   * Milliseconds of wall clock for the code, without starting or waiting for a runner: 10 s by default, at most 6 min.
   * A call with more than 30 s counts as long and waits behind short ones.
   */
  readonly timeoutMs?: number
  /**
   * `processor`: after `timeoutMs` the code goes on until it has used as much processor time again, at most 30 s. For code that
   * only computes and would be ended on a busy machine.
   */
  readonly clock?: 'wall' | 'processor'
  readonly signal?: AbortSignal
  /** True: the code may call `fetch`, which uses the guarded fetch. */
  readonly network?: boolean
  /** The only hosts that `fetch` may call. */
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
  /** The line of the code, counted from 1. */
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

/** No runner can be started. The message is for the operator. A retry may succeed. */
export class SandboxUnavailable extends Error {
  override readonly name: string = 'SandboxUnavailable'
}

/** CODE_SANDBOX is strict and this machine cannot isolate code, so no code runs until the operator changes one of them. */
export class NoSandbox extends SandboxUnavailable {
  override readonly name = 'NoSandbox'
}

/** Too many interactive calls of the workspace wait for a runner. */
export class SandboxBusy extends Error {
  override readonly name = 'SandboxBusy'
}

export function errorOf(kind: ErrorKind, type: string, message: string): SandboxError {
  return { type, message, line: null, kind }
}
