import type { Notification } from './queries.ts'

/** The event in one sentence. */
export function sentenceOf({
  kind,
  actor,
  subject,
}: Pick<Notification, 'kind' | 'actor' | 'subject'>): string {
  const name = actor.name || 'An API key'
  const what = subjectName(subject)
  switch (kind) {
    case 'mention':
      return `${name} mentioned you on ${what}`
    case 'reply':
      return `${name} commented on ${what} too`
    case 'release_request':
      return `${name} requests a release of ${what}`
    case 'release_decision':
      return `${name} decided about your release request for ${what}`
    case 'run_finished':
      return `Your run of ${what} ended`
  }
}

function subjectName({ type, id, name, version_number, row_index }: Notification['subject']): string {
  switch (type) {
    case 'prompt':
      return version_number === null ? name : `${name} v${version_number}`
    case 'request':
      return `request ${id}`
    case 'trace':
      return `trace ${id.slice(0, 8)}`
    case 'sheet':
      return row_index === null ? name : `${name}, row ${row_index + 1}`
  }
}
