import type { SheetColumnRow, SheetImportRow, Tx } from '../../db/index.ts'
import { type AddedColumns, addColumns, maxColumns } from '../../sheets/index.ts'
import type { LoadedSheet } from '../../sheets/storage/index.ts'
import { ImportFailure } from './import-failure.ts'

/** An import, and the person or API key that started it. */
export type Importing = Pick<SheetImportRow, 'id' | 'created_by'>

/**
 * Returns text columns for the titles: the columns that the import has used before, even if renamed, otherwise columns
 * with the title. Missing columns are created in one saved version.
 */
export async function ensureColumns(
  tx: Tx,
  loaded: LoadedSheet,
  titles: readonly string[],
  mappedNumbers: readonly number[],
  importing: Importing,
): Promise<{ readonly loaded: LoadedSheet; readonly columns: readonly SheetColumnRow[] }> {
  const byNumber = new Map(loaded.columns.map((column) => [column.number, column]))
  const freeColumns = loaded.columns.filter(({ number }) => !mappedNumbers.includes(number))
  const byTitle = Map.groupBy(freeColumns, ({ title }) => title)
  const usedAt = (index: number) => byNumber.get(mappedNumbers[index] ?? -1)
  const missing = titles.filter((title, index) => !usedAt(index) && !byTitle.has(title))
  const { loaded: after, added } = await addTextColumns(tx, loaded, missing, importing)
  const addedByTitle = new Map(added.map((column) => [column.title, column]))
  const columns = titles.map(
    (title, index) => usedAt(index) ?? addedByTitle.get(title) ?? textColumn(title, byTitle.get(title) ?? []),
  )
  return { loaded: after, columns }
}

/** Finds the text column with a title. @throws ImportFailure if the column is of another type, or if there are several. */
export function textColumn(title: string, columns: readonly SheetColumnRow[]): SheetColumnRow {
  const texts = columns.filter(({ type }) => type === 'TEXT')
  if (texts.length === 1) return texts[0]!
  if (texts.length > 1)
    throw new ImportFailure(
      `The sheet has ${texts.length} text columns called "${title}"; rename them first.`,
    )
  throw new ImportFailure(`The column "${title}" is ${columns[0]!.type}; files go into text columns.`)
}

async function addTextColumns(
  tx: Tx,
  loaded: LoadedSheet,
  titles: readonly string[],
  importing: Importing,
): Promise<AddedColumns> {
  if (titles.length === 0) return { loaded, added: [] }
  if (loaded.columns.length + titles.length > maxColumns)
    throw new ImportFailure(`The sheet would have more than ${maxColumns} columns.`)
  const columns = titles.map((title) => ({ title, type: 'TEXT' }))
  const reason = { reason: 'imported', operation_id: importing.id } as const
  return addColumns(tx, loaded, columns, () => reason, importing.created_by)
}
