import type { Json } from '../../json/json.ts'
import { compareKeyed, countKeyed, type KeyedDelta } from './keyed.ts'

/** The parts of a sheet that versions store. Source: columns.md 2.7. */
export const sections = ['columns', 'rows', 'cells', 'settings'] as const

export type Section = (typeof sections)[number]

/**
 * Whole content of a sheet: columns and rows by id, cells by `cellKey`,
 * settings by name (`score_configuration`, `scorecard`).
 */
export type SheetContent = Readonly<Record<Section, ReadonlyMap<string, Json>>>

/** Changes of one version. Unchanged sections are absent, so the size follows the change. */
export type Delta = Readonly<Partial<Record<Section, KeyedDelta>>>

/** Key of a cell in `cells`: row id and column id. */
export const cellKey = (row: string | number, column: string): string => `${row}/${column}`

/** The delta from `before` to `after`. */
export function compareContents(before: SheetContent, after: SheetContent): Delta {
  const compared = sections.map(
    (section) => [section, compareKeyed(before[section], after[section])] as const,
  )
  return Object.fromEntries(compared.filter(([, delta]) => countKeyed(delta) > 0))
}
