import type { Config } from './config.ts'
import type { Drawn } from './field-of.ts'

/** The hand-written part of a type's form, and the config of a new column. */
export interface Form {
  readonly fields: readonly Drawn[]
  readonly start?: Config
  /** Converts a stored config for the form. */
  readonly opened?: (config: Config) => Config
  /** Fields of the schema without a control, and why. */
  readonly hidden?: Readonly<Record<string, string>>
}
