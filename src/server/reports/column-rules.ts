import { Refusal } from '../../engine/refusal.ts'
import { missingSource, planRow } from '../../engine/report/index.ts'
import type { ReportColumnRow } from '../db/index.ts'
import { computedColumns, isComputed } from './columns-of.ts'

/** @throws Refusal if a column has the name; `forbidden` if it is a dataset column. */
export function refuseName(columns: readonly ReportColumnRow[], name: string): void {
  const existing = columns.find((column) => column.name === name)
  if (!existing) return
  if (!isComputed(existing))
    throw new Refusal('forbidden', `name: "${name}" would overwrite a column of the dataset.`)
  throw new Refusal('bad_request', `name: the report has a column "${name}" already.`)
}

/** @throws Refusal if one of these columns reads a name that no column to its left has. */
export function refuseUnknownSources(
  columns: readonly ReportColumnRow[],
  isChecked: (column: { readonly id: number }) => boolean = () => true,
): void {
  const names = columns.filter((column) => !isComputed(column)).map(({ name }) => name)
  for (const column of planRow(names, computedColumns(columns)).columns.filter(isChecked)) {
    const missing = missingSource(column)
    if (missing !== null)
      throw new Refusal(
        'bad_request',
        `configuration: column "${column.name}" reads "${missing}", but no column to its left has that name.`,
      )
  }
}

/** @throws Refusal if a position, counted from 1, is among the dataset's columns. */
export function refusePosition(columns: readonly ReportColumnRow[], position: number): void {
  const dataset = columns.filter((column) => !isComputed(column)).length
  if (position <= dataset)
    throw new Refusal(
      'forbidden',
      `position: the first ${dataset} positions belong to the dataset's columns.`,
    )
}
