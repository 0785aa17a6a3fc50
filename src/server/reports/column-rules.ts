import { Refusal } from '../../engine/refusal.ts'
import { missingSource, planRow } from '../../engine/report/index.ts'
import type { ReportColumnRow } from '../db/index.ts'
import { computedColumns, isComputed } from './columns-of.ts'

/** @throws Refusal when one of the columns is called so: 'forbidden' for one of the dataset. */
export function refuseName(columns: readonly ReportColumnRow[], name: string): void {
  const taken = columns.find((column) => column.name === name)
  if (!taken) return
  if (!isComputed(taken))
    throw new Refusal('forbidden', `name: "${name}" would overwrite a column of the dataset.`)
  throw new Refusal('bad_request', `name: the report has a column "${name}" already.`)
}

/** @throws Refusal when a column, of those that are looked at, reads what is not to its left. */
export function refuseUnknownSources(
  columns: readonly ReportColumnRow[],
  looked: (column: { readonly id: number }) => boolean = () => true,
): void {
  const names = columns.filter((column) => !isComputed(column)).map(({ name }) => name)
  for (const column of planRow(names, computedColumns(columns)).columns.filter(looked)) {
    const missing = missingSource(column)
    if (missing !== null)
      throw new Refusal(
        'bad_request',
        `configuration: column "${column.name}" reads "${missing}", and no column to its left is called so.`,
      )
  }
}

/** @throws Refusal when the place, counted from 1, is among the columns of the dataset. */
export function refusePlace(columns: readonly ReportColumnRow[], position: number): void {
  const dataset = columns.filter((column) => !isComputed(column)).length
  if (position <= dataset)
    throw new Refusal(
      'forbidden',
      `position: the first ${dataset} places are those of the dataset's columns.`,
    )
}
