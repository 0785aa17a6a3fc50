/** What goes over the pipe. A frame is a head (JSON) and a body (bytes, often JSON nobody but its reader parses). */

/** To a runner; the body is the JSON text of `data`. */
export interface RunHead {
  readonly code: string
  readonly environment: Readonly<Record<string, string>>
  readonly network: boolean
  /** Stands before the digits of numbers that JavaScript cannot hold: they go in and out as strings. */
  readonly mark: string
  /** Whether the data has numbers that a double would change. */
  readonly isExact: boolean
}

/** What the code asks of the network: the JSON body of a `fetch` frame. */
export interface GuestRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** To a runner that asked; the body is that of the answer. */
export type Fetched =
  | {
      readonly status: number
      readonly url: string
      readonly headers: readonly (readonly [string, string])[]
    }
  | { readonly fault: string }

export const failureKinds = ['exception', 'memory', 'output_too_large', 'syntax'] as const
export type FailureKind = (typeof failureKinds)[number]

/** What the code did wrong, as its runner tells it. */
export interface Failure {
  readonly type: string
  readonly message: string
  readonly line: number | null
  readonly kind: FailureKind
}

/** From a runner. `begin` comes before the code runs; after `fetch` the runner waits for the answer; `log` carries printed text as its body, `value` the JSON text of the returned value. */
export type RunnerHead =
  | { readonly say: 'ready' }
  | { readonly say: 'begin' }
  | { readonly say: 'fetch' }
  | { readonly say: 'log'; readonly stream: 'stdout' | 'stderr' }
  | { readonly say: 'value'; readonly retire: boolean }
  | { readonly say: 'failure'; readonly failure: Failure; readonly retire: boolean }
