import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { namesOfDatasets, originColumnsOf } from './origin-queries.ts'
import type { TextRow } from './text-queries.ts'

/** A request or trace as text, in the form of `deleted_subjects`. */
export const requestSubject = (id: number | string): string => `request ${id}`
export const traceSubject = (id: string): string => `trace ${id.toLowerCase()}`

/** Columns that imports of requests and traces make. A second column of that name has a number. */
const originTitle = /^(request|trace)_id(?: \d+)?$/

function originOf(title: string, value: unknown): string[] {
  const kind = originTitle.exec(title)?.[1]
  if (kind === undefined || (typeof value !== 'string' && typeof value !== 'number')) return []
  return [kind === 'request' ? requestSubject(value) : traceSubject(String(value))]
}

/** A TRACE column holds the trace that its row was made from. */
const originOfTrace = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && 'trace_id' in value
    ? [traceSubject(String(value.trace_id))]
    : []

/** The requests and traces that rows of sheets were made from. The first part of a row's key is the sheet. */
export async function sheetRowOrigins(
  store: Store,
  workspace: WorkspaceId,
  rows: readonly TextRow[],
): Promise<readonly (readonly string[])[]> {
  const sheets = [...new Set(rows.map(({ key }) => Number(key[0])))]
  const columns = Map.groupBy(await originColumnsOf(store, workspace, sheets), ({ sheet }) => sheet)
  return rows.map(({ key, texts: [text] }) => {
    const originColumns = (columns.get(Number(key[0])) ?? []).filter(
      ({ title, type }) => type === 'TRACE' || originTitle.test(title),
    )
    if (originColumns.length === 0) return []
    const values = JSON.parse(text!) as Record<string, unknown>
    return originColumns.flatMap(({ number, title, type }) =>
      type === 'TRACE' ? originOfTrace(values[number]) : originOf(title, values[number]),
    )
  })
}

/** The requests and traces that rows of datasets were made from. The first part of a row's key is the dataset. */
export async function datasetRowOrigins(
  store: Store,
  workspace: WorkspaceId,
  rows: readonly TextRow[],
): Promise<readonly (readonly string[])[]> {
  const ids = [...new Set(rows.map(({ key }) => Number(key[0])))]
  const names = await namesOfDatasets(store, workspace, ids)
  return rows.map(({ key, texts: [text] }) => {
    const columns = names.get(Number(key[0])) ?? []
    if (!columns.some((name) => originTitle.test(name))) return []
    const cells = JSON.parse(text!) as unknown[]
    return columns.flatMap((name, index) => originOf(name, cells[index]))
  })
}
