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
  readonly provider: string
  readonly model: string
  readonly parameters: string
  readonly hint: string
  /** True if provider and name are shown outside "More options". */
  readonly isInSight?: boolean
}

/** Overrides of the model: provider, name and parameters. */
export const modelAt = (path: string, name: 'name' | 'model', words: ModelWords): readonly Drawn[] => [
  {
    ...{ path: `${path}.provider`, label: words.provider, as: 'line', placeholder: 'openai' },
    ...(!words.isInSight && { isMore: true }),
  },
  {
    ...{ path: `${path}.${name}`, label: words.model, as: 'line', hint: words.hint },
    ...(!words.isInSight && { isMore: true }),
  },
  { path: `${path}.parameters`, label: words.parameters, as: 'parameters', isMore: true },
]

/** A condition for `when`: the value at the path is one of these. */
export const isOneOf =
  (path: string, ...values: readonly unknown[]) =>
  (config: Config): boolean =>
    values.includes(valueAt(config, path))
