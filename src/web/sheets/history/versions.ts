import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, pagesOf, queryOf } from '../../api/index.ts'
import type { Column } from '../grid/column.ts'
import { type SheetParams, sheetKey } from '../queries.ts'

export type Version = Answer<'listSheetVersions'>['data'][number]

export const versionsKey = (params: SheetParams) => [...sheetKey(params), 'versions'] as const

export const versionsQuery = (params: SheetParams) =>
  pagesOf(versionsKey(params), (from, signal) =>
    call('listSheetVersions', { params, query: { limit: 50, ...from }, signal }),
  )

const reasonNames: Readonly<Record<string, string>> = {
  saved: 'Saved',
  restored: 'Restored',
  column_created: 'Column added',
  column_updated: 'Column changed',
  column_deleted: 'Column deleted',
  score_configured: 'Score configured',
  scorecard_configured: 'Score card configured',
  imported: 'Rows imported',
}

/** The name of a version. Without a name, the reason why it was saved, with the column. */
export function nameOf({ name, metadata }: Version, columns: readonly Column[] = []): string {
  if (name) return name
  const reason = String(metadata['reason'] ?? '')
  const column = columns.find(({ id }) => id === metadata['column_id'])
  const reasonName =
    reasonNames[reason] ?? (reason === '' ? 'Unnamed' : capitalised(reason.replaceAll('_', ' ')))
  return column ? `${reasonName}: ${column.title}` : reasonName
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The person or API key that saved the version. Versions of imports before 0.2 have no author. */
export const authorOf = ({ created_by }: Version): string => created_by ?? 'Automatic'

export const differenceQuery = (params: SheetParams, from: string, to: string) =>
  queryOptions(
    queryOf([...sheetKey(params), 'difference', from, to], 'diffSheetVersions', {
      params: { ...params, version_id: from, other_version_id: to },
    }),
  )
