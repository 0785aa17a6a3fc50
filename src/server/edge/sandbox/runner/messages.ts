/** Messages over the pipe. A frame has a head (JSON) and a body (bytes, often JSON). */

/** A message to a runner; its body is the JSON of `data`. */
export interface RunHead {
  readonly code: string
  readonly environment: Readonly<Record<string, string>>
  readonly network: boolean
  /** The prefix of strings that stand for numbers beyond JavaScript's precision, in both directions. */
  readonly mark: string
  /** True if `data` contains strings with the mark. */
  readonly isExact: boolean
}

/** The JSON body of a `fetch` frame. */
export interface GuestRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The answer to a `fetch` frame; its body is the answer's body. */
export type Fetched =
  | {
      readonly status: number
      readonly url: string
      readonly headers: readonly (readonly [string, string])[]
    }
  | { readonly fault: string }

export const failureKinds = ['exception', 'memory', 'output_too_large', 'syntax'] as const
export type FailureKind = (typeof failureKinds)[number]

/** An error of the code. */
export interface Failure {
  readonly type: string
  readonly message: string
  readonly line: number | null
  readonly kind: FailureKind
}

/**
 * A message from a runner. `begin` is sent before the code starts. After `fetch` the runner waits for the answer. The
 * body of `log` is printed text, that of `value` the JSON of the returned value.
 */
export type RunnerHead =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begin' }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'log'; readonly stream: 'stdout' | 'stderr' }
  | { readonly kind: 'value'; readonly retire: boolean }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly retire: boolean }
