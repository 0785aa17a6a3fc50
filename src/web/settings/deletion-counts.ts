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
  release_notes: 'note of a release',
  playground_cases: 'playground case',
  input_variable_sets: 'input variable set',
  workflow_runs: 'workflow run',
  earlier_columns: 'earlier column',
  uploads: 'uploaded file',
  audit_events: 'audit event',
}

/** The copies that a deletion does not reach at once. */
export const deletionLimits =
  'Object storage, if it is used, keeps deleted bodies for about seven days. Delete backups yourself.'

/** The counts above 0 as texts: "3 requests", "1 trace". */
export const countList = (counts: Counts): string[] =>
  (Object.keys(nouns) as (keyof Counts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => counted(counts[kind], nouns[kind]))

type UnreadFiles = Answer<'previewPersonDeletion'>['unread_files']
type Remaining = Answer<'previewPersonDeletion'>['remaining']

export const remainingNouns: Readonly<Record<Remaining['items'][number]['kind'], string>> = {
  prompt: 'prompt name or tag',
  prompt_version: 'prompt version',
  prompt_label: 'label of a prompt',
  dynamic_label: 'dynamic label',
  protected_label: 'protected label',
  release_request: 'release request',
  workflow: 'workflow name',
  workflow_version: 'workflow version',
  workflow_label: 'label of a workflow',
  tool: 'tool',
  tool_version: 'tool version',
  tool_label: 'label of a tool',
  skill_collection: 'skill collection',
  skill_version: 'skill version',
  skill_content: 'skill file',
  table: 'table title',
  sheet: 'sheet title',
  column: 'column',
  sheet_version: 'saved version',
  sheet_score: 'score of a sheet',
  score_calculation: 'calculated score',
  scorecard: 'score card',
  scorecard_calculation: 'calculated score card',
  folder: 'folder',
  external_id: 'external ID',
  dataset_group: 'dataset',
  dataset: 'dataset version',
  report: 'evaluation',
  report_column: 'evaluation column',
  dashboard: 'dashboard',
  playground: 'playground',
  retention_rule: 'retention rule',
  masking_rules: 'masking rule',
  connection: 'connection',
  mcp_server: 'MCP server',
  api_key: 'API key',
  invitation: 'invitation',
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
