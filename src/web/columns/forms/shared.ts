import { type Config, valueAt } from '../config.ts'
import type { Drawn } from '../field-of.ts'

export const source: Drawn = { path: 'source', label: 'Column' }
export const negate: Drawn = { path: 'negate', label: 'Pass when it is not the case' }

export const sources = (hint?: string): Drawn => ({
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
export const modelAt = (path: string, nameKey: 'name' | 'model', words: ModelWords): readonly Drawn[] => [
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
