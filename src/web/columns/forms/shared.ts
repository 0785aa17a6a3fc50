import { type Config, valueAt } from '../config.ts'
import type { HandwrittenField } from '../field-spec.ts'

export const source: HandwrittenField = { path: 'source', label: 'Column' }
export const negate: HandwrittenField = { path: 'negate', label: 'Invert: pass if the check fails' }

export const sources = (hint?: string): HandwrittenField => ({
  path: 'sources',
  label: 'Columns',
  ...(hint !== undefined && { hint }),
})

interface ModelWords {
  readonly model: string
  readonly parameters: string
  /** The model that is used without an override. */
  readonly placeholder: string
  /** True if the model is shown outside "More options". */
  readonly isInSight?: boolean
}

/** Overrides of the model: provider and name, and parameters. */
export const modelAt = (
  path: string,
  nameKey: 'name' | 'model',
  words: ModelWords,
): readonly HandwrittenField[] => [
  {
    kind: 'model',
    path,
    nameKey,
    label: words.model,
    placeholder: words.placeholder,
    ...(!words.isInSight && { isMore: true }),
  },
  { path: `${path}.parameters`, label: words.parameters, as: 'parameters', isMore: true },
]

/** A condition for `when`: the value at the path is one of these. */
export const isOneOf =
  (path: string, ...values: readonly unknown[]) =>
  (config: Config): boolean =>
    values.includes(valueAt(config, path))
