import type { Json } from '../../json/json.ts'
import type { FailureCode } from '../failures.ts'
import type { ColumnTypeName } from '../names.ts'
import type { Written } from '../values/written.ts'

/** The expected result of a config and the values of its sources, worked out by hand. */
export type Expectation =
  | { readonly is: Json; readonly evidence?: Json }
  | { readonly fails: FailureCode }
  /** The config is refused; the message starts with this. */
  | { readonly refuses: string }
  /**
   * The cell has a need with at least the fields `asks`; after `answer` its result is `gives`. If the need fails, the cell's
   * message is `refusal`.
   */
  | { readonly asks: Json; readonly answer?: Json; readonly refusal?: string; readonly gives?: Expectation }
  /** A value written into a cell, the stored value (if any), and the result of a column that reads it. */
  | { readonly writes: Written; readonly keeps?: Json; readonly read?: Reading }
  /** The result if JavaScript's own engine runs the pattern. */
  | { readonly sandbox: Json }

/** A column that reads the stored value, and its expected result. */
export type Reading = readonly [ColumnTypeName, Readonly<Record<string, unknown>>, Expectation]

/** Name, config, values in the order of the references, and the expected result. */
export type ColumnCase = readonly [
  string,
  Readonly<Record<string, unknown>> | null,
  readonly Json[],
  Expectation,
]
