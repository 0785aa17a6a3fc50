import { answerProblem, readAnswer } from '../../../engine/columns/human/answer.ts'
import { columnTypes } from '../../../engine/columns/index.ts'
import type { HumanConfig } from '../../../engine/columns/types/human.ts'
import type { Json } from '../../../engine/json/json.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { badField, Refusal } from '../../../engine/refusal.ts'
import { oneRow, sameValue, staleAfter } from '../../../engine/sheet/index.ts'
import type { Database, SheetColumnRow, Tx } from '../../db/index.ts'
import { ChangeAnswer, type Handler } from '../../http/handler.ts'
import { noCell } from '../storage/absent.ts'
import { cellAddressOf } from '../storage/cell-id.ts'
import { findCell, findEvidence, saveAnswer } from '../storage/cell-queries.ts'
import { updateColumnRow } from '../storage/column-queries.ts'
import { configOf } from '../storage/column-types.ts'
import { preserveCell, preserveRows } from '../storage/history-queries.ts'
import { type LoadedSheet, loadForChange, loadSheet } from '../storage/load-sheet.ts'
import { type CellContent, presentCell } from '../storage/present.ts'
import { RowOrder } from '../storage/row-order.ts'
import { findRow, updateTexts } from '../storage/row-queries.ts'
import { runEffects } from '../storage/run-effects.ts'
import { presentSystemCell, systemColumnsOf } from '../storage/system-columns.ts'
import { readWritten, withText } from '../storage/values.ts'
import {
  computedContent,
  type IndexedRow,
  neverComputed,
  readCells,
  withIndex,
  writtenContent,
} from './read-cells.ts'

interface FoundCell {
  readonly column: SheetColumnRow
  readonly row: IndexedRow
}

async function findRowOf(db: Database | Tx, { sheet }: LoadedSheet, rowId: number): Promise<IndexedRow> {
  const row = await findRow(db, sheet, rowId)
  if (!row) throw noCell()
  return withIndex(RowOrder.parse(sheet.gaps), row)
}

async function getCell(db: Database | Tx, loaded: LoadedSheet, id: string): Promise<FoundCell> {
  const address = cellAddressOf(loaded.sheet.id, id)
  const column = address && loaded.columns.find(({ number }) => number === address.columnNumber)
  if (!address || !column) throw noCell()
  return { column, row: await findRowOf(db, loaded, address.rowId) }
}

export const readCell: Handler<'readCell'> = async ({ store }, { caller, params }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const address = cellAddressOf(loaded.sheet.id, params.cell_id)
  const system = loaded.columns
    .flatMap(systemColumnsOf)
    .find(({ number }) => number === address?.columnNumber)
  const { column, row } = system
    ? { column: system.source, row: await findRowOf(store.db, loaded, address!.rowId) }
    : await getCell(store.db, loaded, params.cell_id)
  const cells = await readCells(store.db, loaded, [row])
  const cell = system
    ? presentSystemCell(loaded.sheet.id, system, row, cells.content(column, row))
    : cells.present(column, row)
  const evidence = system
    ? null
    : await evidenceOf(store.db, loaded, { column, row }, cells.content(column, row))
  return { success: true as const, cell: { ...cell, evidence } }
}

/** Reads the evidence of a value; null if there is none, or if the value was computed again meanwhile. */
async function evidenceOf(
  db: Database,
  { sheet }: LoadedSheet,
  { column, row }: FoundCell,
  { updatedAt }: CellContent,
): Promise<Json> {
  const stored = await findEvidence(db, sheet, row.id, column.number)
  if (!stored || stored.evidence === null || stored.updated_at !== updatedAt) return null
  return parseExact(stored.evidence) as Json
}

export const updateCell: Handler<'updateCell'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const { sheet, graph } = loaded
    const { column, row } = await getCell(tx, loaded, params.cell_id)
    const { kind } = graph.find(column.id)!
    if (kind !== 'input' && kind !== 'human')
      throw new Refusal(
        'bad_request',
        `The column is ${column.type}; its cells are computed and not written.`,
      )
    const inputValue = readWritten(body)
    const value = kind === 'input' ? inputValue : answerIn(column, inputValue)
    const write = kind === 'input' ? writeText : writeAnswer
    const result = await write(tx, loaded, { column, row }, value)
    const change = { column: column.id, rows: oneRow(row.index) }
    const effects = { stale: result.changed ? staleAfter(graph, [change]) : [], reconfigured: [] }
    const answer = {
      success: true as const,
      cell: presentCell(sheet.id, column, row, result.after),
      version: sheet.version_count,
      stale_count: await runEffects(tx, loaded, effects, sheet.updated_at, [change]),
    }
    const before = { ...presentCell(sheet.id, column, row, result.before), evidence: null }
    return new ChangeAnswer(200, answer, { success: true, cell: before })
  })

async function writeText(tx: Tx, { sheet }: LoadedSheet, { column, row }: FoundCell, value: Json) {
  const { version_count, updated_at } = sheet
  const texts = withText(row.texts, column.number, value)
  await preserveRows(tx, sheet, { ids: [row.id] })
  await updateTexts(tx, sheet, row.id, { texts: JSON.stringify(texts), since: version_count, updated_at })
  const before = row.texts[column.number] ?? null
  return {
    changed: !sameValue(before, value),
    before: writtenContent(row, column.type, before),
    after: writtenContent({ updatedAt: updated_at }, column.type, value),
  }
}

/** Checks a person's answer; null removes the answer. @throws Refusal 'bad_request' */
function answerIn(column: SheetColumnRow, sent: Json): Json {
  const config = columnTypes.HUMAN.config(configOf(column)) as HumanConfig
  const answer = readAnswer(config, sent)
  const problem = answer === null ? null : answerProblem(config, answer)
  if (problem !== null) throw badField('value', problem)
  return answer
}

/** Writes a person's answer; null removes the answer. */
async function writeAnswer(tx: Tx, { sheet }: LoadedSheet, { column, row }: FoundCell, value: Json) {
  const text = value === null ? null : JSON.stringify(value)
  const before = await findCell(tx, sheet, row.id, column.number)
  await preserveCell(tx, sheet, row.id, column.number)
  await saveAnswer(tx, sheet, row.id, column.number, text)
  if (!before) await updateColumnRow(tx, column, { stored_cells: column.stored_cells + 1 })
  const after = await findCell(tx, sheet, row.id, column.number)
  return {
    changed: text !== (before?.value ?? null),
    before: before ? computedContent(before) : neverComputed(row),
    after: computedContent(after!),
  }
}
