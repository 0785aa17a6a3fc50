import { readColumnType } from '../../../engine/columns/names.ts'
import type { Json } from '../../../engine/json/json.ts'
import { type Dependency, NEW_CELL, structureEffects, transition } from '../../../engine/sheet/index.ts'
import type { Database, SheetColumnRow, SheetRow, Tx } from '../../db/index.ts'
import { listText, openObject, StreamedJson } from '../../http/body/streamed-json.ts'
import { nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { RunsPort, SheetPorts } from '../ports.ts'
import { readConfig } from '../storage/column-types.ts'
import { rowPositionsAt } from '../storage/content-queries.ts'
import { type LoadedSheet, loadForChange, withColumnsChanged } from '../storage/load-sheet.ts'
import { type CellContent, noContent, presentCell, presentColumn } from '../storage/present.ts'
import { selectRowsFrom } from '../storage/row-queries.ts'
import { runEffects } from '../storage/run-effects.ts'
import { saveVersion } from '../storage/save-version.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'
import { parseTexts } from '../storage/values.ts'
import { refuseTooManyColumns } from './columns.ts'
import { checkSources, withComposedSheets } from './composed-sheets.ts'
import { healReaders, saveHealed } from './heal-readers.ts'
import { newColumn, rankAfter } from './new-column.ts'
import { saveColumn } from './save-columns.ts'
import { toDependencies } from './sent-dependencies.ts'

const cellsPerStatement = 1000

export const createColumn =
  ({ runs }: SheetPorts): Handler<'createColumn'> =>
  async ({ store, jobs, now }, { caller, params, body }) => {
    const { sheet, execution, ...created } = await store.transact(async (tx) => {
      const { workspace } = caller
      const type = readColumnType(body.type)
      const config = body.config == null && type === 'TEXT' ? null : readConfig(type, body.config ?? null)
      const loaded = await loadForChange(tx, workspace, params, now())
      refuseTooManyColumns(loaded)
      const { sheet } = loaded
      const row = newColumn(sheet, {
        number: sheet.next_column_number,
        title: body.title,
        type,
        config: config === null ? null : JSON.stringify(config),
        position_rank: rankAfter(loaded.columns),
        is_output_column: body.is_output_column ? 1 : 0,
      })
      const submittedDependencies = toDependencies(body.dependencies ?? [])
      const { column, isComputed } = await addColumn(tx, workspace, loaded, row, submittedDependencies)
      const execution =
        isComputed && body.queue_cells !== false ? await queueAll(runs, tx, jobs, loaded, column) : null
      await updateSheetRow(tx, sheet, { next_column_number: sheet.next_column_number + 1 })
      await saveVersion(
        tx,
        sheet,
        null,
        { reason: 'column_created', column_id: column.id },
        nameOf(caller.actor),
      )
      return { sheet, column, execution }
    })
    jobs.wake()
    const answer = {
      success: true as const,
      column: presentColumn(created.column, sheet),
      version: sheet.version_count,
    }
    if (execution === null) return { ...answer, cells: [] }
    const cells = createdCells(store.scan, sheet, created.column, execution)
    return new StreamedJson(withCells(answer, cells), { ...answer, cells: [] })
  }

export interface AddedColumn {
  readonly column: SheetColumnRow
  readonly isComputed: boolean
}

/** Adds a column. Refuses missing sources and cycles. */
export async function addColumn(
  tx: Tx,
  workspace: WorkspaceId,
  loaded: LoadedSheet,
  row: SheetColumnRow,
  sent: readonly Dependency[],
): Promise<AddedColumn> {
  const { base, dependencies } = await withComposedSheets(tx, workspace, loaded, row, sent)
  const added = { ...row, dependencies: JSON.stringify(dependencies) }
  const readers = healReaders(
    withColumnsChanged(base, (columns) => [...columns, added]),
    [row.id],
  )
  const { after } = readers
  checkSources(after, row.id, base)
  const effects = structureEffects(base.graph, after.graph, true)
  await runEffects(tx, after, effects, row.updated_at)
  await saveHealed(tx, readers, base)
  return {
    column: await saveColumn(tx, after, row.id, null),
    isComputed: effects.queue.some(({ column }) => column === row.id),
  }
}

/** Starts a run for the cells of a new column. */
async function queueAll(runs: RunsPort, tx: Tx, jobs: Jobs, loaded: LoadedSheet, column: SheetColumnRow) {
  const { sheet } = loaded
  const loadedWithColumn = withColumnsChanged(loaded, (columns) => [
    ...columns.filter(({ id }) => id !== column.id),
    column,
  ])
  const readyAt = (await isUnwritten(tx, sheet)) ? sheet.updated_at + graceMilliseconds : undefined
  return runs.queueColumn(tx, jobs, loadedWithColumn, column, readyAt)
}

/**
 * Milliseconds until the cells of a column in a new sheet may be computed. A new sheet has an empty row. The SDKs'
 * evaluate() creates its columns before it deletes that row, and counts the row as a case if one of its cells was
 * computed.
 */
const graceMilliseconds = 3_000
/** Number of rows that the SDKs check for being empty. */
const maxUnwritten = 20

async function isUnwritten(tx: Tx, sheet: SheetRow): Promise<boolean> {
  if (sheet.row_count > maxUnwritten) return false
  const rows = await selectRowsFrom(tx, sheet, null, 'asc', maxUnwritten)
  return rows.every(({ texts }) => Object.values(parseTexts(texts)).every(isBlank))
}

const isBlank = (value: Json) => value === null || (typeof value === 'string' && value.trim() === '')

async function* withCells(answer: object, cells: ReturnType<typeof createdCells>): AsyncGenerator<string> {
  yield `${openObject(answer)}"cells":`
  yield* listText(cells)
  yield '}'
}

/** Yields the cells as they were created. Rows are read at the saved version, so later changes do not show. */
async function* createdCells(db: Database, sheet: SheetRow, column: SheetColumnRow, execution: string) {
  const content = queuedContent(sheet, execution)
  let index = 0
  for await (const rows of rowPositionsAt(db, sheet, sheet.version_count))
    for (let start = 0; start < rows.length; start += cellsPerStatement)
      yield rows
        .slice(start, start + cellsPerStatement)
        .map(({ id }) => presentCell(sheet.id, column, { id, index: index++ }, content))
}

const queuedContent = ({ updated_at }: SheetRow, execution: string): CellContent => ({
  ...noContent,
  status: transition(NEW_CELL, 'queue')!.state,
  executionId: execution,
  updatedAt: updated_at,
})
