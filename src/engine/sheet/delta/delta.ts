import type { Json } from '../../columns/json.ts'
import { applyKeyed, compareKeyed, countKeyed, type KeyedDelta, reverseKeyed, squashKeyed } from './keyed.ts'

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

export const emptyContent = (): SheetContent => ({
  columns: new Map(),
  rows: new Map(),
  cells: new Map(),
  settings: new Map(),
})

/** The delta from `before` to `after`. */
export function compareContents(before: SheetContent, after: SheetContent): Delta {
  return withSections((section) => compareKeyed(before[section], after[section]))
}

/**
 * The content after the delta. Sections without a change are the same maps as before.
 * @throws Refusal 'conflict' when the content is not the one that the delta was made for.
 */
export function applyDelta(delta: Delta, content: SheetContent): SheetContent {
  const applied = (section: Section) => {
    const change = delta[section]
    return change ? applyKeyed(change, content[section]) : content[section]
  }
  return {
    columns: applied('columns'),
    rows: applied('rows'),
    cells: applied('cells'),
    settings: applied('settings'),
  }
}

/** `applyDelta(reverseDelta(d), applyDelta(d, s))` is `s`. */
export function reverseDelta(delta: Delta): Delta {
  return withSections((section) => delta[section] && reverseKeyed(delta[section]))
}

/**
 * One delta that does what both do, one after the other.
 * @throws Refusal 'conflict' when the second does not begin where the first ends.
 */
export function squashDeltas(first: Delta, second: Delta): Delta {
  return withSections((section) => {
    const [a, b] = [first[section], second[section]]
    return a && b ? squashKeyed(a, b) : (a ?? b)
  })
}

/** How many keys a delta touches: what keeping it costs. */
export function deltaSize(delta: Delta): number {
  return sections.reduce((sum, section) => sum + (delta[section] ? countKeyed(delta[section]) : 0), 0)
}

function withSections(make: (section: Section) => KeyedDelta | undefined): Delta {
  const made = sections.map((section) => [section, make(section)] as const)
  return Object.fromEntries(made.filter(([, delta]) => delta !== undefined && countKeyed(delta) > 0))
}
