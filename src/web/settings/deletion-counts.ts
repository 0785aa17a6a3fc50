import type { Answer } from '../api/index.ts'
import { counted } from '../design/index.ts'

type Counts = Answer<'previewPersonDeletion'>['found']

const nouns: Readonly<Record<keyof Counts, string>> = {
  requests: 'request',
  traces: 'trace',
  spans: 'span',
  scores: 'score',
  comments: 'comment',
  notifications: 'notification',
  views: 'saved view',
  log_records: 'log record',
  idempotency_keys: 'idempotency key',
  audit_events: 'audit event',
}

/** "3 requests", "1 trace": the kinds of which there are any. */
export const countList = (counts: Counts): string[] =>
  (Object.keys(nouns) as (keyof Counts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => counted(counts[kind], nouns[kind]))

export const countsText = (counts: Counts): string => countList(counts).join(', ') || 'Nothing'
