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
  sheet_rows: 'table row',
  cached_results: 'cached result',
  dataset_rows: 'dataset row',
  report_rows: 'report row',
  stored_searches: 'stored search',
  playground_cases: 'playground case',
  input_variable_sets: 'input variable set',
  workflow_runs: 'workflow run',
  earlier_columns: 'earlier column',
  uploads: 'uploaded file',
  audit_events: 'audit event',
}

/** The counts above 0 in words: "3 requests", "1 trace". */
export const countList = (counts: Counts): string[] =>
  (Object.keys(nouns) as (keyof Counts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => counted(counts[kind], nouns[kind]))

type UnreadFiles = Answer<'previewPersonDeletion'>['unread_files']
type Remaining = Answer<'previewPersonDeletion'>['remaining']

export const remainingNouns: Readonly<Record<Remaining['items'][number]['kind'], string>> = {
  prompt_version: 'prompt version',
  workflow_version: 'workflow version',
  tool_version: 'tool version',
  skill_content: 'skill file',
  table: 'table title',
  sheet: 'sheet title',
  column: 'column',
  sheet_version: 'saved version',
  dataset_group: 'dataset',
  report: 'evaluation',
  report_column: 'evaluation column',
  dashboard: 'dashboard',
  playground: 'playground',
}

/**
 * Entities that name the person and are not deleted, in words: "2 prompt versions, 1 dashboard". Empty if
 * there are none.
 */
export function remainingText({ count, items }: Remaining): string {
  const kinds = [...Map.groupBy(items, ({ kind }) => kind)]
  const listed = kinds.map(([kind, some]) => counted(some.length, remainingNouns[kind]))
  return [...listed, ...(count > items.length ? [`${count - items.length} more`] : [])].join(', ')
}

const fileNouns: Readonly<Record<UnreadFiles[number]['kind'], string>> = {
  picture: 'picture',
  recording: 'recording',
  pdf: 'PDF',
  archive: 'archive or office file',
  other: 'other file',
}

/** Files that could not be read in full, in words: "2 pictures, 1 PDF". */
export const unreadText = (files: UnreadFiles): string =>
  files.map(({ kind, count }) => counted(count, fileNouns[kind])).join(', ')

export const countsText = (counts: Counts): string => countList(counts).join(', ') || 'Nothing'
