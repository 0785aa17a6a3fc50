import type { Json } from '../../columns/json.ts'
import { changeCount, compareKeyed, type KeyedDelta } from './keyed.ts'

/** The parts of a sheet that saved versions keep. Source: columns.md 2.7. */
const sections = ['columns', 'rows', 'cells'] as const

type Section = (typeof sections)[number]

/** A sheet's content as plain values under keys: columns and rows by id, cells by `cellKey`. */
export type SheetContent = Readonly<Record<Section, ReadonlyMap<string, Json>>>

/** What differs between two states of a sheet; sections without a change are left out. */
export type Delta = Readonly<Partial<Record<Section, KeyedDelta>>>

/** The key of a cell: a row's id and a column's, by which it is found in `cells`. */
export const cellKey = (row: string | number, column: string): string => `${row}/${column}`

/** What leads from one state to the other. */
export function compareContents(before: SheetContent, after: SheetContent): Delta {
  const compared = sections.map(
    (section) => [section, compareKeyed(before[section], after[section])] as const,
  )
  return Object.fromEntries(compared.filter(([, delta]) => changeCount(delta) > 0))
}
