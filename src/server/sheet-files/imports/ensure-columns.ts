import { structureEffects } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, Tx } from '../../db/index.ts'
import {
  healReaders,
  insertColumns,
  type LoadedSheet,
  maxColumns,
  runEffects,
  saveHealed,
  saveVersion,
  textColumnsOf,
  updateSheetRow,
  withColumnsChanged,
} from '../../sheets/index.ts'
import { ImportFailure } from './import-failure.ts'

/**
 * Text columns in the order of the titles: those that the import used so far, even if renamed, else by title. Missing columns
 * are created in one saved version.
 */
export async function ensureColumns(
  tx: Tx,
  loaded: LoadedSheet,
  titles: readonly string[],
  used: readonly number[],
  operation: string,
): Promise<{ readonly loaded: LoadedSheet; readonly columns: readonly SheetColumnRow[] }> {
  const { sheet } = loaded
  const byNumber = new Map(loaded.columns.map((column) => [column.number, column]))
  const others = loaded.columns.filter(({ number }) => !used.includes(number))
  const byTitle = Map.groupBy(others, ({ title }) => title)
  const usedAt = (index: number) => byNumber.get(used[index] ?? -1)
  const added = newColumns(
    loaded,
    titles.filter((title, index) => !usedAt(index) && !byTitle.has(title)),
  )
  const made = new Map(added.map((column) => [column.title, column]))
  const columns = titles.map(
    (title, index) => usedAt(index) ?? made.get(title) ?? textColumn(title, byTitle.get(title) ?? []),
  )
  if (added.length === 0) return { loaded, columns }
  const readers = healReaders(
    withColumnsChanged(loaded, (all) => [...all, ...added]),
    added.map(({ id }) => id),
  )
  const { after } = readers
  await insertColumns(tx, added)
  await runEffects(tx, after, structureEffects(loaded.graph, after.graph, true), sheet.updated_at)
  await saveHealed(tx, readers, loaded)
  const next_column_number = sheet.next_column_number + added.length
  await updateSheetRow(tx, sheet, { next_column_number })
  const version = await saveVersion(tx, sheet, null, { reason: 'imported', operation_id: operation }, null)
  const changed = {
    ...sheet,
    next_column_number,
    saved_at: version.version_count,
    saved_versions: version.number,
  }
  return { loaded: { ...after, sheet: changed }, columns }
}

/** @throws ImportFailure if the existing column is not a text column, or if there are several. */
export function textColumn(title: string, found: readonly SheetColumnRow[]): SheetColumnRow {
  const texts = found.filter(({ type }) => type === 'TEXT')
  if (texts.length === 1) return texts[0]!
  if (texts.length > 1)
    throw new ImportFailure(
      `The sheet has ${texts.length} text columns called "${title}"; rename them first.`,
    )
  throw new ImportFailure(`The column "${title}" is ${found[0]!.type}; files go into text columns.`)
}

function newColumns({ sheet, columns }: LoadedSheet, titles: readonly string[]): SheetColumnRow[] {
  if (columns.length + titles.length > maxColumns)
    throw new ImportFailure(`The sheet would have more than ${maxColumns} columns.`)
  const rank = Math.floor(columns.at(-1)?.position_rank ?? 0) + 1
  return textColumnsOf(sheet, titles, sheet.next_column_number, rank)
}
