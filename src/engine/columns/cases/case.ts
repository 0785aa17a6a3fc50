import type { FailureCode } from '../failures.ts'
import type { Json } from '../json.ts'

/** What comes of a config and the values of its sources, thought out by hand. */
export type Expectation =
  | { readonly is: Json; readonly evidence?: Json }
  | { readonly fails: FailureCode }
  /** The config is refused; the message starts with this. */
  | { readonly refuses: string }
  /** What is asked for, at least these fields; then what comes of the answer. */
  | { readonly asks: Json; readonly answer?: Json; readonly refusal?: string; readonly gives?: Expectation }
  /** The pattern is run by JavaScript itself; what comes of what it says. */
  | { readonly sandbox: Json }

/** Name, config, values in the order of the references, and what is expected. */
export type ColumnCase = readonly [
  string,
  Readonly<Record<string, unknown>> | null,
  readonly Json[],
  Expectation,
]
