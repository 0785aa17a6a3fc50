import type { FailureCode } from '../failures.ts'
import type { Json } from '../json.ts'
import type { ColumnTypeName } from '../names.ts'
import type { Written } from '../values/written.ts'

/** What comes of a config and the values of its sources, thought out by hand. */
export type Expectation =
  | { readonly is: Json; readonly evidence?: Json }
  | { readonly fails: FailureCode }
  /** The config is refused; the message starts with this. */
  | { readonly refuses: string }
  /** What is asked for, at least these fields; then what comes of the answer. */
  | { readonly asks: Json; readonly answer?: Json; readonly refusal?: string; readonly gives?: Expectation }
  /** What is written into a cell, what is kept of it (nothing, where nothing was said), and what a column that reads it makes of it. */
  | { readonly writes: Written; readonly keeps?: Json; readonly read?: Reading }
  /** The pattern is run by JavaScript itself; what comes of what it says. */
  | { readonly sandbox: Json }

/** A column, and what comes of the kept value in it. */
export type Reading = readonly [ColumnTypeName, Readonly<Record<string, unknown>>, Expectation]

/** Name, config, values in the order of the references, and what is expected. */
export type ColumnCase = readonly [
  string,
  Readonly<Record<string, unknown>> | null,
  readonly Json[],
  Expectation,
]
