import { linkOptions } from '@tanstack/react-router'
import type { Notification } from './queries.ts'

/** The link to the subject of a notification; a release request links to the diff of its versions. */
export function linkOf({ kind, subject }: Pick<Notification, 'kind' | 'subject'>) {
  const { type, id, table_id } = subject
  const v = subject.version_number ?? undefined
  switch (type) {
    case 'prompt':
      return linkOptions({
        to: '/prompts/$promptId',
        params: { promptId: id },
        search: {
          v,
          tab: kind === 'release_request' ? 'compare' : kind === 'release_decision' ? undefined : 'comments',
        },
      })
    case 'request':
      return linkOptions({ to: '/requests', search: { request: Number(id), whole: true, comments: true } })
    case 'trace':
      return linkOptions({ to: '/traces/$traceId', params: { traceId: id }, search: { comments: true } })
    case 'sheet':
      return linkOptions({
        to: '/tables/$tableId',
        params: { tableId: table_id ?? '' },
        search: { sheet: id, row: subject.row_index ?? undefined },
      })
  }
}
