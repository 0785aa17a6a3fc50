import { type Config, valueAt } from '../config.ts'
import type { FieldOf } from '../field-of.ts'

export const source: FieldOf = { kind: 'column', path: 'source', label: 'Column' }
export const negate: FieldOf = { kind: 'switch', path: 'negate', label: 'Pass when it is not so' }

export const sources = (least: number, most?: number, hint?: string): FieldOf => ({
  kind: 'columns',
  path: 'sources',
  label: 'Columns',
  least,
  ...(most !== undefined && { most }),
  ...(hint !== undefined && { hint }),
})

/** For `when`: the value at a path is one of these; nothing there counts as the first of `standard`. */
export const isOneOf =
  (path: string, ...values: readonly unknown[]) =>
  (config: Config): boolean =>
    values.includes(valueAt(config, path))
