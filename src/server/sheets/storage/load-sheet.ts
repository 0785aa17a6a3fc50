import { describeColumn, type Graph, type SheetColumn } from '../../../engine/sheet/index.ts'
import type { Database, SheetColumnRow, SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { noSheet } from './absent.ts'
import { selectColumns, selectMirrors } from './column-queries.ts'
import { configOf, dependenciesIn, typeOf } from './column-types.ts'
import { graphOf } from './graph-cache.ts'
import {
  beginChange,
  beginChangeByNumber,
  beginChangeUnlinked,
  findSheet,
  findSheetWithLinks,
  findSheetWithLinksByNumber,
  type SheetWithLinks,
  selectSheetsByNumber,
} from './sheet-queries.ts'
import { systemColumnsOf } from './system-columns.ts'

/** A sheet with its graph, which includes all sheets that are linked by mirrors. */
export interface LoadedSheet {
  readonly sheet: SheetRow
  /** The columns of the sheet, from left to right. */
  readonly columns: readonly SheetColumnRow[]
  readonly graph: Graph
  /** All sheets of the graph, by id. */
  readonly sheets: ReadonlyMap<string, SheetRow>
  /** All columns of the graph, by id. */
  readonly byId: ReadonlyMap<string, SheetColumnRow>
}

/** Maximum linked sheets, for safety. */
const maxLinked = 50

export interface SheetAddress {
  readonly table_id: string
  readonly sheet_id: string
}

/** Finds a sheet, without its columns. */
export async function getSheet(
  db: Database | Tx,
  workspace: WorkspaceId,
  { table_id, sheet_id }: SheetAddress,
): Promise<SheetRow> {
  const sheet = await findSheet(db, workspace, table_id.toLowerCase(), sheet_id.toLowerCase())
  if (!sheet) throw noSheet()
  return sheet
}

export async function loadSheet(
  db: Database | Tx,
  workspace: WorkspaceId,
  address: SheetAddress,
): Promise<LoadedSheet> {
  const [table, id] = [address.table_id.toLowerCase(), address.sheet_id.toLowerCase()]
  const loaded = await withLinked(db, workspace, await findSheetWithLinks(db, workspace, table, id))
  if (!loaded) throw noSheet()
  return loaded
}

/** Loads a sheet; undefined if it was deleted. */
export async function loadSheetByNumber(
  db: Database | Tx,
  workspace: WorkspaceId,
  number: number,
): Promise<LoadedSheet | undefined> {
  return withLinked(db, workspace, await findSheetWithLinksByNumber(db, workspace, number))
}

/**
 * Begins a change: assigns its number (`version_count`), and locks the sheet and all sheets that it may affect until
 * the transaction ends. Sheets are locked in the order of their numbers, to avoid deadlock.
 */
export async function loadForChange(
  tx: Tx,
  workspace: WorkspaceId,
  address: SheetAddress,
  now: number,
): Promise<LoadedSheet> {
  const [table, id] = [address.table_id.toLowerCase(), address.sheet_id.toLowerCase()]
  const unlinked = await beginChangeUnlinked(tx, workspace, table, id, now)
  if (unlinked) return assemble(unlinked.sheet, [unlinked.sheet], unlinked.columns)
  const unlocked = await findSheet(tx, workspace, table, id)
  if (!unlocked) throw noSheet()
  const { number } = unlocked
  const links = await linkedNumbers(tx, workspace, number)
  let sheet: SheetRow | undefined
  const linkedSheets: SheetRow[] = []
  for (const linked of [...links].sort((a, b) => a - b)) {
    if (linked === number) sheet = await beginChange(tx, workspace, table, id, now)
    else {
      const linkedSheet = await beginChangeByNumber(tx, workspace, linked, now)
      if (linkedSheet && linkedSheet.deleted_at === null) linkedSheets.push(linkedSheet)
    }
  }
  if (!sheet) throw noSheet()
  return withColumns(tx, workspace, sheet, linkedSheets)
}

/** Adds the linked sheets and all columns; undefined if the sheet was deleted meanwhile. */
async function withLinked(
  db: Database | Tx,
  workspace: WorkspaceId,
  linked: SheetWithLinks | undefined,
): Promise<LoadedSheet | undefined> {
  if (!linked) return undefined
  const { sheet, isLinked } = linked
  if (!isLinked) return withColumns(db, workspace, sheet, [])
  const numbers = await linkedNumbers(db, workspace, sheet.number)
  // One statement reads the sheet again and the linked ones, because a table is deleted with all its sheets.
  const stored = await selectSheetsByNumber(db, workspace, [...numbers])
  const linkedSheets = stored.filter(({ number }) => number !== sheet.number)
  return linkedSheets.length < stored.length ? withColumns(db, workspace, sheet, linkedSheets) : undefined
}

async function linkedNumbers(db: Database | Tx, workspace: WorkspaceId, start: number): Promise<Set<number>> {
  const numbers = new Set([start])
  let newNumbers = [start]
  while (newNumbers.length > 0 && numbers.size <= maxLinked) {
    const mirrors = await selectMirrors(db, workspace, newNumbers)
    const mirrorSheets = mirrors.flatMap(({ sheet, source_sheet }) => [sheet, source_sheet])
    newNumbers = [...new Set(mirrorSheets)].filter((number) => !numbers.has(number))
    for (const number of newNumbers) numbers.add(number)
  }
  return numbers
}

async function withColumns(
  db: Database | Tx,
  workspace: WorkspaceId,
  sheet: SheetRow,
  linkedSheets: readonly SheetRow[],
): Promise<LoadedSheet> {
  const all = [sheet, ...linkedSheets]
  const columns = await selectColumns(
    db,
    workspace,
    all.map(({ number }) => number),
  )
  return assemble(sheet, all, columns)
}

/** Adds sheets and those linked to them to the graph. */
export async function withMoreSheets(
  db: Database | Tx,
  workspace: WorkspaceId,
  { sheet, sheets }: LoadedSheet,
  numbers: readonly number[],
): Promise<LoadedSheet> {
  const loadedNumbers = new Set([...sheets.values()].map(({ number }) => number))
  const unloaded = new Set<number>()
  for (const number of numbers)
    for (const linked of await linkedNumbers(db, workspace, number))
      if (!loadedNumbers.has(linked)) unloaded.add(linked)
  const linkedSheets = [...sheets.values()].filter(({ number }) => number !== sheet.number)
  const added = await selectSheetsByNumber(db, workspace, [...unloaded])
  return withColumns(db, workspace, sheet, [...linkedSheets, ...added])
}

/** Returns the sheet with other columns, without storing them. */
export function withColumnsChanged(
  loaded: LoadedSheet,
  change: (columns: readonly SheetColumnRow[]) => readonly SheetColumnRow[],
): LoadedSheet {
  return assemble(loaded.sheet, [...loaded.sheets.values()], change([...loaded.byId.values()]))
}

function assemble(
  sheet: SheetRow,
  sheets: readonly SheetRow[],
  columns: readonly SheetColumnRow[],
): LoadedSheet {
  const idOf = new Map(sheets.map(({ number, id }) => [number, id]))
  const sheetColumns = columns.filter((column) => column.sheet === sheet.number)
  return {
    sheet,
    columns: sheetColumns.toSorted((a, b) => a.position_rank - b.position_rank || (a.id < b.id ? -1 : 1)),
    graph: graphOf(columns, (column) => idOf.get(column.sheet), describe),
    sheets: new Map(sheets.map((sheet) => [sheet.id, sheet])),
    byId: new Map(columns.map((column) => [column.id, column])),
  }
}

function describe(row: SheetColumnRow, sheetId: string): SheetColumn {
  return describeColumn(
    {
      id: row.id,
      sheet: sheetId,
      title: row.title,
      rank: row.position_rank,
      config: configOf(row),
      dependencies: dependenciesIn(row),
      system: false,
      figureIds: new Map(systemColumnsOf(row).map(({ id, metric }) => [id, metric] as const)),
    },
    typeOf(row.type),
  )
}
