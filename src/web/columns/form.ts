import type { Config } from './config.ts'
import type { HandwrittenField } from './field-spec.ts'

/** The hand-written part of a type's form, and the config of a new column. */
export interface Form {
  readonly fields: readonly HandwrittenField[]
  readonly start?: Config
  /** Converts a stored config for the form. */
  readonly opened?: (config: Config) => Config
  /** Fields of the schema without a control, with the reason. */
  readonly hidden?: Readonly<Record<string, string>>
}
