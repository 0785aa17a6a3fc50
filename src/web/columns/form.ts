import type { Config } from './config.ts'
import type { Drawn } from './field-of.ts'

/** What is written by hand about the form of a type, and with what a new column begins. */
export interface Form {
  readonly fields: readonly Drawn[]
  readonly start?: Config
  /** A stored config as the form knows it. */
  readonly opened?: (config: Config) => Config
  /** Places of the schema that the form has no control for, and why. */
  readonly hidden?: Readonly<Record<string, string>>
}
