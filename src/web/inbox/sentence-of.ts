import type { Notification } from './queries.ts'

/** The event of a notification in one sentence. */
export function sentenceOf({
  kind,
  actor,
  subject,
}: Pick<Notification, 'kind' | 'actor' | 'subject'>): string {
  const name = actor.name || 'An API key'
  const subjectText = subjectName(subject)
  switch (kind) {
    case 'mention':
      return `${name} mentioned you on ${subjectText}`
    case 'reply':
      return `${name} commented on ${subjectText} too`
    case 'release_request':
      return `${name} requests a release of ${subjectText}`
    case 'release_decision':
      return `${name} answered your release request for ${subjectText}`
    case 'run_finished':
      return `Your run of ${subjectText} ended`
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
