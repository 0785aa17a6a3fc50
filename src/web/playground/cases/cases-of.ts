import { writtenOf } from '../../template-runs/forms.ts'
import { type Case, newId } from '../variant.ts'
import type { Row, SourceColumn } from './rows.ts'

/** The id of the column for each variable; a variable without a column stays empty. */
export type Mapping = Readonly<Record<string, string>>

/** Maps each variable to the column of the same name, in any case. */
export const guessMapping = (variables: readonly string[], columns: readonly SourceColumn[]): Mapping =>
  Object.fromEntries(
    variables.flatMap((name) => {
      const same = columns.find(({ title }) => title.trim().toLowerCase() === name.toLowerCase())
      return same ? [[name, same.id]] : []
    }),
  )

/** A case for each row. With `keepsOthers`, other columns become variables under their titles. */
export function casesOf(
  rows: readonly Row[],
  columns: readonly SourceColumn[],
  mapping: Mapping,
  keepsOthers: boolean,
): Case[] {
  const columnIndexes = new Map(columns.map(({ id }, index) => [id, index]))
  const mapped = Object.entries(mapping).filter(([, column]) => columnIndexes.has(column))
  const used = new Set(mapped.map(([, column]) => column))
  const others = keepsOthers ? columns.filter(({ id }) => !used.has(id)) : []
  const names = new Map([
    ...others.map(({ title, id }) => [title, id] as const),
    ...mapped.map(([name, column]) => [name, column] as const),
  ])
  return rows.map((row) => ({
    id: newId(),
    values: Object.fromEntries(
      Array.from(names, ([name, id]) => [name, writtenOf(row[columnIndexes.get(id)!] ?? '')]),
    ),
  }))
}
