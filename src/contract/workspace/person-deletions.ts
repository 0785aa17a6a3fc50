import { z } from 'zod'
import { searchableLength } from '../../engine/erasure/index.ts'
import {
  actor,
  answer,
  cleanText,
  commonErrors,
  endpointsOf,
  named,
  namedErrors,
  standardErrors,
  timestamp,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['person-deletions'], errors: commonErrors })
const path = '/api/public/v2/person-deletions'

const identifiers = z
  .array(
    cleanText
      .min(3)
      .max(200)
      .refine((text) => searchableLength(text) >= 3, 'must have at least 3 letters or digits'),
  )
  .min(1)
  .max(20)

const Counts = named('PersonDeletionCounts', {
  requests: z.int(),
  traces: z.int(),
  spans: z.int(),
  /** Includes the scores of deleted requests, spans and traces. */
  scores: z.int(),
  comments: z.int(),
  notifications: z.int(),
  /** Saved views of requests, traces, sessions and users. */
  views: z.int(),
  /** Log records whose span has not arrived. */
  log_records: z.int(),
  idempotency_keys: z.int(),
  /** Rows of sheets, with their computed cells and their content in saved versions. */
  sheet_rows: z.int(),
  /** Results of computed cells that are kept for equal inputs. */
  cached_results: z.int(),
  /** Rows of datasets stay at their positions, without content. */
  dataset_rows: z.int(),
  /** Rows of reports, beside those of deleted dataset rows: they stay, without content. */
  report_rows: z.int(),
  /** Searches that datasets and imports were made from. */
  stored_searches: z.int(),
  /** Release requests whose notes were deleted; the requests stay. */
  release_notes: z.int(),
  playground_cases: z.int(),
  input_variable_sets: z.int(),
  workflow_runs: z.int(),
  /** Texts that name the person in earlier configurations of columns, which saved versions keep. */
  earlier_columns: z.int(),
  /** Uploaded files that no import reads, regardless of their content. */
  uploads: z.int(),
  /** Events of the audit log stay, without the content of the call. */
  audit_events: z.int(),
})
export type PersonDeletionCounts = z.output<typeof Counts>

const RemainingItem = named('PersonDeletionRemainingItem', {
  kind: z.enum([
    'prompt',
    'prompt_version',
    'prompt_label',
    'dynamic_label',
    'protected_label',
    'release_request',
    'workflow',
    'workflow_version',
    'workflow_label',
    'tool',
    'tool_version',
    'tool_label',
    'skill_collection',
    'skill_version',
    'skill_content',
    'table',
    'sheet',
    'column',
    'sheet_version',
    'sheet_score',
    'score_calculation',
    'scorecard',
    'scorecard_calculation',
    'folder',
    'external_id',
    'dataset_group',
    'dataset',
    'report',
    'report_column',
    'dashboard',
    'playground',
    'retention_rule',
    'masking_rules',
    'connection',
    'mcp_server',
    'api_key',
    'invitation',
  ]),
  id: z.string(),
})
export type RemainingItem = z.output<typeof RemainingItem>

/** Work of people that may be in use, such as immutable versions. People must change or delete it themselves. */
const Remaining = named('PersonDeletionRemaining', {
  count: z.int(),
  /** The first 100 entities. */
  items: z.array(RemainingItem),
})

/** Jobs by their kind, with the id of the run, import or other operation; and uploads. */
const UnderWay = named('PersonDeletionUnderWay', { kind: z.string(), id: z.string() })
export type UnderWay = z.output<typeof UnderWay>

/**
 * Kinds of files that are not read in full: the content of pictures and recordings, PDFs with embedded fonts, parts of
 * archives.
 */
const unreadFileKinds = ['picture', 'recording', 'pdf', 'archive', 'other'] as const
export type UnreadFileKind = (typeof unreadFileKinds)[number]
const UnreadFiles = z
  .array(z.object({ kind: z.enum(unreadFileKinds), count: z.int() }))
  .meta({ id: 'PersonDeletionUnreadFiles' })
export type UnreadFiles = z.output<typeof UnreadFiles>

const PersonDeletion = named('PersonDeletion', {
  id: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Number of submitted identifiers; the identifiers are not stored. */
  identifier_count: z.int(),
  reference: z.string(),
  deleted: Counts,
  /** Entities that name the person and are not deleted. */
  remaining: Remaining,
  /**
   * Work that was still under way after the search, the first 100 items. It may write texts that name the person again:
   * start another deletion once it has ended. Empty while the deletion runs.
   */
  under_way: z.array(UnderWay),
  /** Files of requests and spans that stay and could not be read in full, by kind. A file with parts of two kinds counts in both. */
  unread_files: UnreadFiles,
  /** The stage of the search; null once it has ended. */
  stage: z.string().nullable(),
  error: z.string().nullable(),
  started_by: actor,
  started_at: timestamp,
  ended_at: timestamp.nullable(),
})

const OneDeletion = answer('PersonDeletionResponse', { person_deletion: PersonDeletion })

const PersonDeletionId = z.object({ person_deletion_id: z.uuid().meta({ entity: 'person-deletion' }) })
const unauditedFields = ['identifiers']
const exampleIdentifiers = ['customer-of-the-example', 'customer@galley.example']

export const previewPersonDeletion = define({
  id: 'preview_person_deletion',
  post: `${path}/preview`,
  summary: 'Count the entries that a deletion of a person would delete',
  description:
    'Reads for at most 10 seconds. `is_complete` is false if it did not reach the end: a deletion may then delete more.',
  role: 'admin',
  audited: false,
  body: z.strictObject({ identifiers }),
  success: {
    200: answer('PersonDeletionPreview', {
      found: Counts,
      remaining: Remaining,
      unread_files: UnreadFiles,
      is_complete: z.boolean(),
    }),
  },
  example: { body: { identifiers: exampleIdentifiers } },
})

export const startPersonDeletion = define({
  id: 'start_person_deletion',
  post: path,
  summary: 'Delete everything that names a person',
  description:
    'A job deletes requests, traces with all their spans and requests, scores, comments, notifications, saved views, rows ' +
    'of sheets (from saved versions too), cases of playgrounds, sets of input variables and workflow runs that hold one of ' +
    'the identifiers as a whole word, in any case. Rows of datasets and reports, and the calls and changes in events of ' +
    'the audit log, are emptied, and notes of release requests are deleted. Rows that hold the id of a deleted request or trace in a column request_id or trace_id, or ' +
    'a deleted trace in a TRACE column, are deleted too. Prompts, columns, dashboards and other entities that people made stay; ' +
    'the receipt lists the entities that name the person, and the jobs and uploads that had not ended. Texts in base64 and media are ' +
    'searched too, also in zip, gzip, office files and streams of PDFs; `unread_files` counts files that could not be read in full. ' +
    'A second pass finds the rows that jobs and new requests wrote during the first. On SQLite the job then overwrites the freed parts of the database file. ' +
    'Deletion is final. 409 while another deletion of the workspace runs.',
  role: 'admin',
  unauditedFields,
  body: z.strictObject({
    /** User ids, e-mail addresses, phone numbers and names of the person. */
    identifiers,
    /** A name for the receipt, such as the number of the request for deletion. It must not name the person. */
    reference: cleanText.max(200).default(''),
  }),
  success: { 202: OneDeletion },
  errors: namedErrors,
  example: { body: { identifiers: exampleIdentifiers, reference: 'Ticket 4711' } },
})

export const listPersonDeletions = define({
  id: 'list_person_deletions',
  get: path,
  summary: 'List the last 100 deletions of persons, newest first',
  role: 'admin',
  success: { 200: answer('PersonDeletionsResponse', { person_deletions: z.array(PersonDeletion) }) },
  example: {},
})

export const readPersonDeletion = define({
  id: 'read_person_deletion',
  get: `${path}/{person_deletion_id}`,
  summary: 'Read the progress or the receipt of a deletion of a person',
  description: 'The receipt says what was deleted, when and by whom. It does not hold the identifiers.',
  role: 'admin',
  params: PersonDeletionId,
  success: { 200: OneDeletion },
  errors: standardErrors,
  example: { params: { person_deletion_id: '0197fd1c-3c2b-7cc1-b7c1-000000000026' } },
})

export const cancelPersonDeletion = define({
  id: 'cancel_person_deletion',
  post: `${path}/{person_deletion_id}/cancel`,
  summary: 'Cancel a deletion of a person',
  description: 'Deleted entries are not restored. 409 if the deletion has ended.',
  role: 'admin',
  params: PersonDeletionId,
  success: { 200: OneDeletion },
  errors: namedErrors,
  example: { params: { person_deletion_id: '0197fd1c-3c2b-7cc1-b7c1-000000000026' } },
})
