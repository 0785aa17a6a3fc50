import type { Body, Endpoints } from '../../../contract/index.ts'
import { readColumnType } from '../../../engine/columns/names.ts'
import { Refusal } from '../../../engine/refusal.ts'
import {
  affectedColumns,
  checkCycles,
  type Dependency,
  healedDependencies,
  type Retitle,
  remainingDependencies,
  rewriteTitles,
  structureEffects,
} from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, Tx } from '../../db/index.ts'
import { nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import type { SheetPorts } from '../ports.ts'
import { noColumn } from '../storage/absent.ts'
import { retitleFailures, withdrawAnswers } from '../storage/cell-queries.ts'
import {
  type Config,
  configOf,
  dependenciesIn,
  readConfig,
  referencesOf,
  typeOf,
} from '../storage/column-types.ts'
import { preserveAnswers } from '../storage/history-queries.ts'
import { type LoadedSheet, loadForChange, withColumnsChanged } from '../storage/load-sheet.ts'
import { presentColumn } from '../storage/present.ts'
import { recordCells } from '../storage/record-changes.ts'
import { runEffects } from '../storage/run-effects.ts'
import { saveVersion } from '../storage/save-version.ts'
import { checkSources, withComposedSheets } from './composed-sheets.ts'
import { healReaders, saveHealed } from './heal-readers.ts'
import { saveColumn } from './save-columns.ts'
import { toDependencies } from './sent-dependencies.ts'

export function getColumn({ columns }: LoadedSheet, id: string): SheetColumnRow {
  const column = columns.find((column) => column.id === id.toLowerCase())
  if (!column) throw noColumn()
  return column
}

export const updateColumn =
  ({ runs }: SheetPorts): Handler<'updateColumn'> =>
  async (context, { caller, params, body }) => {
    const { store, now } = context
    const { workspace } = caller
    const { sheets, answer } = await store.transact(async (tx) => {
      const loaded = await loadForChange(tx, workspace, params, now())
      const column = getColumn(loaded, params.column_id)
      refuseOtherType(column, body.type)
      const changed = changedColumn(column, body)
      const dependencies = dependenciesAfter(loaded, column, changed, body)
      const composed = await withComposedSheets(tx, workspace, loaded, changed, dependencies)
      const next = { ...changed, dependencies: JSON.stringify(composed.dependencies) }
      const rewritten = titlesRewritten(loaded, column.id, next.title)
      const readers = healReaders(
        withColumnsChanged(composed.base, (columns) =>
          columns.map((other) => (other.id === column.id ? next : (rewritten.get(other.id) ?? other))),
        ),
        next.title === column.title ? [] : [column.id],
      )
      const { after } = readers
      if (readsAsBefore(column, next)) checkCycles(after.graph, composed.base.graph)
      else checkSources(after, column.id, composed.base)
      const effects = structureEffects(composed.base.graph, after.graph, false)
      await runEffects(tx, after, effects, after.sheet.updated_at)
      if (column.type === 'HUMAN' && next.config !== column.config) {
        await preserveAnswers(tx, after.sheet, column.number)
        await withdrawAnswers(tx, after.sheet, column.number)
      }
      const saved = await saveColumn(tx, after, column.id, column)
      for (const id of rewritten.keys())
        if (!readers.healed.includes(id)) await saveColumn(tx, after, id, loaded.byId.get(id)!)
      await saveHealed(tx, readers, loaded)
      const { sheet } = after
      if (next.title !== column.title) await retitle(tx, after, column, next.title)
      await saveVersion(
        tx,
        sheet,
        null,
        { reason: 'column_updated', column_id: column.id },
        nameOf(caller.actor),
      )
      const affected = affectedColumns(effects)
      const answer = {
        success: true as const,
        column: presentColumn(saved, sheet),
        requires_recalculation: affected.length > 0,
        affected_column_ids: affected,
        version: sheet.version_count,
      }
      return { sheets: after.sheets.values(), answer }
    })
    await runs.recheck(context, sheets)
    return answer
  }

type ColumnChange = Body<Endpoints['updateColumn']>

function refuseOtherType({ type }: SheetColumnRow, requestedType: string | null | undefined) {
  if (requestedType != null && readColumnType(requestedType) !== type)
    throw new Refusal(
      'bad_request',
      `type: the column is ${type}, and its type cannot change; create another column.`,
      {
        loc: ['body', 'type'],
      },
    )
}

function changedColumn(
  column: SheetColumnRow,
  { title, config, is_output_column }: ColumnChange,
): SheetColumnRow {
  return {
    ...column,
    title: title ?? column.title,
    config: config == null ? column.config : JSON.stringify(readConfig(column.type, config)),
    is_output_column: is_output_column == null ? column.is_output_column : Number(is_output_column),
  }
}

/** True if the references are unchanged. Such a column can be renamed even if a source was deleted. */
const readsAsBefore = (before: SheetColumnRow, after: SheetColumnRow): boolean =>
  before.config === after.config && before.dependencies === after.dependencies

/**
 * The dependencies after a change. If a source was deleted and the call has a config, titles are resolved again, even
 * if the config is unchanged.
 */
function dependenciesAfter(
  loaded: LoadedSheet,
  before: SheetColumnRow,
  after: SheetColumnRow,
  body: ColumnChange,
): readonly Dependency[] {
  if (body.dependencies != null) return toDependencies(body.dependencies)
  const stored = dependenciesIn(before)
  if (body.config == null) return stored
  const references = (row: SheetColumnRow) => referencesOf(row.type, configOf(row))
  const dependencies = remainingDependencies(stored, references(before), references(after))
  if (after.type === 'COMPOSITION') return dependencies.filter(({ column_id }) => loaded.byId.has(column_id))
  const next = { ...after, dependencies: JSON.stringify(dependencies) }
  const { graph } = withColumnsChanged(loaded, (columns) =>
    columns.map((column) => (column.id === next.id ? next : column)),
  )
  return healedDependencies(graph, next.id, () => true) ?? dependencies
}

/** Replaces the title of the column in failure messages of its cells and of the columns that read it. */
async function retitle(tx: Tx, after: LoadedSheet, { id, title }: SheetColumnRow, next: string) {
  const { sheet, graph, columns } = after
  const affectedIds = new Set([id, ...graph.readers(id)])
  const numbers = columns.filter((column) => affectedIds.has(column.id)).map(({ number }) => number)
  const changed = await retitleFailures(tx, sheet, numbers, title, next)
  if (changed > 0)
    await recordCells(
      tx,
      after,
      [...affectedIds].map((column) => ({ column, rows: 'all' })),
    )
}

/** The columns of the sheet that name the column by its title, with the new title. */
function titlesRewritten({ graph, columns }: LoadedSheet, id: string, title: string) {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const configs = new Map(
    columns.flatMap((column) => (column.config ? [[column.id, configOf(column)!]] : [])),
  )
  const retitle: Retitle = (column, config, before, after) => {
    const { config: readStored, retitled } = typeOf(byId.get(column)?.type ?? 'TEXT')
    if (!retitled) return config
    const stored = readStored(config)
    const next = retitled(stored, before, after)
    return next === stored ? config : (next as Config)
  }
  return new Map(
    rewriteTitles(graph, id, title, configs, retitle).flatMap(({ column, config }) => {
      const row = byId.get(column)
      return row && column !== id ? [[column, { ...row, config: JSON.stringify(config) }]] : []
    }),
  )
}
