import { badField, Refusal } from '../../engine/refusal.ts'
import type { CommentRow, Database, SheetRow, Tx } from '../db/index.ts'
import type { RowIndexes, Subject } from '../inbox/index.ts'
import { promptRegistry } from '../prompts/index.ts'
import { existingRequests } from '../requests/index.ts'
import {
  findTable,
  findTableOf,
  getSheet,
  RowOrder,
  selectRowsAt,
  selectRowsById,
} from '../sheets/storage/index.ts'
import { findTrace } from '../traces/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { SubjectKey } from './queries.ts'

/** A subject by the id or name in a call. */
export interface NamedSubject extends SubjectKey {
  readonly version_number?: number | null | undefined
  readonly row_index?: number | null | undefined
}

/** A subject that was found in the workspace. */
export interface FoundSubject {
  readonly key: SubjectKey
  readonly name: string
  readonly tableId: string | null
  readonly part: number | null
  readonly sheet: SheetRow | null
}

type Find = (
  db: Database | Tx,
  workspace: WorkspaceId,
  named: NamedSubject,
) => Promise<Omit<FoundSubject, 'key'>>

const absent = (noun: string, field = 'subject_id') =>
  new Refusal('not_found', `There is no such ${noun}.`, { field })

const digits = /^[1-9]\d{0,14}$/

function refuseOtherParts(subject: NamedSubject, part: 'version_number' | 'row_index' | null) {
  for (const field of ['version_number', 'row_index'] as const)
    if (field !== part && subject[field] != null)
      throw badField(field, `${field}: a ${subject.subject_type} has none.`)
}

const finders: Readonly<Record<CommentRow['subject_type'], Find>> = {
  async prompt(db, workspace, subject) {
    refuseOtherParts(subject, 'version_number')
    if (!digits.test(subject.subject_id)) throw absent('prompt template')
    const { id, name } = await promptRegistry.get(db, workspace, Number(subject.subject_id))
    const part = subject.version_number ?? null
    if (part !== null && !(await promptRegistry.versions.findByNumber(db, workspace, id, part)))
      throw absent('version of the prompt template', 'version_number')
    return { name, tableId: null, part, sheet: null }
  },

  async request(db, workspace, subject) {
    refuseOtherParts(subject, null)
    const requests = digits.test(subject.subject_id)
      ? await existingRequests(db, workspace, [Number(subject.subject_id)])
      : []
    if (requests.length === 0) throw absent('request')
    return { name: '', tableId: null, part: null, sheet: null }
  },

  async trace(db, workspace, subject) {
    refuseOtherParts(subject, null)
    if (!(await findTrace(db, workspace, subject.subject_id))) throw absent('trace')
    return { name: '', tableId: null, part: null, sheet: null }
  },

  async sheet(db, workspace, subject) {
    refuseOtherParts(subject, 'row_index')
    const tableId = await findTableOf(db, workspace, subject.subject_id)
    const table = tableId === undefined ? undefined : await findTable(db, workspace, tableId)
    if (tableId === undefined || !table) throw absent('sheet')
    const sheet = await getSheet(db, workspace, { table_id: tableId, sheet_id: subject.subject_id })
    const index = subject.row_index ?? null
    return { name: table.title, tableId, part: index === null ? null : await rowAt(db, sheet, index), sheet }
  },
}

async function rowAt(db: Database | Tx, sheet: SheetRow, index: number): Promise<number> {
  const position = RowOrder.parse(sheet.gaps).positionOf(index)
  const [row] = index < sheet.row_count ? await selectRowsAt(db, sheet, [position]) : []
  if (!row) throw absent('row of the sheet', 'row_index')
  return row.id
}

/** @throws Refusal `not_found` if the workspace has no such prompt, version, request, trace, sheet or row. */
export async function findSubject(
  db: Database | Tx,
  workspace: WorkspaceId,
  subject: NamedSubject,
): Promise<FoundSubject> {
  const key = { subject_type: subject.subject_type, subject_id: subject.subject_id.toLowerCase() }
  return { key, ...(await finders[subject.subject_type](db, workspace, { ...subject, ...key })) }
}

async function indexesOfRows(db: Database | Tx, sheet: SheetRow, ids: readonly number[]) {
  const order = RowOrder.parse(sheet.gaps)
  const rows = await selectRowsById(db, sheet, ids)
  return new Map(rows.map(({ id, position }) => [id, order.indexOf(position)]))
}

/** The present indexes of rows of a sheet by their ids; none if the sheet is deleted. */
export const rowIndexesOfSubject: RowIndexes = async (db, workspace, { id, table_id }, rows) => {
  const address = { table_id: table_id ?? '', sheet_id: id }
  const sheet = await getSheet(db, workspace, address).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  return sheet ? indexesOfRows(db, sheet, rows) : new Map()
}

/** Presents the subject with the part that each comment is about. A row is presented with its present index. */
export async function presenterOf(
  db: Database | Tx,
  { key, name, tableId, sheet }: FoundSubject,
  parts: Iterable<number | null>,
): Promise<(part: number | null) => Subject> {
  const rows = [...new Set(parts)].filter((part) => part !== null)
  const indexes = sheet ? await indexesOfRows(db, sheet, rows) : new Map<number, number>()
  return (part) => ({
    type: key.subject_type,
    id: key.subject_id,
    name,
    table_id: tableId,
    version_number: key.subject_type === 'prompt' ? part : null,
    row_index: part === null ? null : (indexes.get(part) ?? null),
  })
}
