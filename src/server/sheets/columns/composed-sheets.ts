import type { Reference } from '../../../engine/columns/column.ts'
import { badField, Refusal } from '../../../engine/refusal.ts'
import { checkColumn, type Dependency } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { selectColumnsNamed } from '../storage/column-queries.ts'
import { configOf, referencesOf } from '../storage/column-types.ts'
import { type LoadedSheet, withMoreSheets } from '../storage/load-sheet.ts'
import { readUuid } from '../storage/uuid.ts'

interface WithComposedSheets {
  readonly base: LoadedSheet
  readonly dependencies: readonly Dependency[]
}

/**
 * Loads the sheets that a COMPOSITION shows. It may mirror a column of another sheet, named by id or as
 * "table.sheet.column". That sheet joins the graph, and a dependency pins the column. Columns of other types read only
 * columns of their own sheet.
 */
export async function withComposedSheets(
  tx: Tx,
  workspace: WorkspaceId,
  loaded: LoadedSheet,
  row: Pick<SheetColumnRow, 'type' | 'config'>,
  sent: readonly Dependency[],
): Promise<WithComposedSheets> {
  if (row.type !== 'COMPOSITION') return { base: loaded, dependencies: sent }
  const dependencies = [...sent]
  const composed: SheetColumnRow[] = []
  for (const reference of referencesOf(row.type, configOf(row))) {
    const pin = sent.find((dependency) => pinsReference(dependency, reference))
    const target = pin?.column_id ?? reference.target
    if (isInSheet(loaded, target)) continue
    const columns = await selectColumnsNamed(tx, workspace, { id: readUuid(target), name: target })
    const [column] = columns
    if (columns.length > 1) throw ambiguous(target, columns.length)
    if (!column) continue
    composed.push(column)
    if (!pin) dependencies.push(dependencyOn(column, reference))
  }
  if (composed.length === 0) return { base: loaded, dependencies }
  const sheets = composed.map(({ sheet }) => sheet)
  return { base: await withMoreSheets(tx, workspace, loaded, sheets), dependencies }
}

const isInSheet = ({ columns, byId }: LoadedSheet, target: string): boolean =>
  byId.has(target) || columns.some(({ title }) => title === target)

const pinsReference = ({ config_key }: Dependency, { key }: Reference): boolean => config_key === key

const dependencyOn = ({ id }: SheetColumnRow, { key, meta }: Reference): Dependency => ({
  column_id: id,
  reference_type: 'value',
  config_key: key,
  config_meta: meta ?? null,
})

const ambiguous = (target: string, count: number) =>
  badField('config.source', `config.source names "${target}", and ${count} columns have that name.`)

/** @throws Refusal 'bad_request' if a source is missing, ambiguous or of another sheet, or if the column closes a cycle. */
export function checkSources({ graph, sheet }: LoadedSheet, id: string, before: LoadedSheet) {
  checkColumn(graph, id, before.graph)
  if (graph.find(id)!.kind === 'mirror') return
  const foreignInput = graph.inputs(id).find((input) => graph.find(input)!.sheet !== sheet.id)
  if (foreignInput === undefined) return
  const { title } = graph.find(foreignInput)!
  throw new Refusal('bad_request', `"${title}" is a column of another sheet: show it by a COMPOSITION first.`)
}
