import { z } from 'zod'
import { searchableLength } from '../../engine/erasure/index.ts'
import { actor, cleanText, defineEndpoint, namedErrors, standardErrors, timestamp } from '../kit/index.ts'

const tags = ['person-deletions'] as const
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

const Counts = z
  .object({
    requests: z.int(),
    traces: z.int(),
    spans: z.int(),
    /** Of deleted requests, spans and traces too. */
    scores: z.int(),
    comments: z.int(),
    notifications: z.int(),
    /** Saved views of requests, traces, sessions and users. */
    views: z.int(),
    /** Log records whose span has not arrived. */
    log_records: z.int(),
    idempotency_keys: z.int(),
    /** Events of the audit log stay, without what was sent and changed. */
    audit_events: z.int(),
  })
  .meta({ id: 'PersonDeletionCounts' })
export type PersonDeletionCounts = z.output<typeof Counts>

const PersonDeletion = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'done', 'cancelled', 'failed']),
    /** How many identifiers were given; they are not kept. */
    identifier_count: z.int(),
    reference: z.string(),
    deleted: Counts,
    /** What it searches now; null once it has ended. */
    stage: z.string().nullable(),
    error: z.string().nullable(),
    started_by: actor,
    started_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'PersonDeletion' })

const OneDeletion = z
  .object({ success: z.literal(true), person_deletion: PersonDeletion })
  .meta({ id: 'PersonDeletionResponse' })

const PersonDeletionId = z.object({ person_deletion_id: z.uuid().meta({ entity: 'person-deletion' }) })
const { 404: _none, ...errors } = standardErrors
const unauditedFields = ['identifiers']
const exampleIdentifiers = ['customer-of-the-example', 'customer@galley.example']

export const previewPersonDeletion = defineEndpoint({
  id: 'preview_person_deletion',
  method: 'post',
  path: `${path}/preview`,
  summary: 'Count what a deletion of a person would delete',
  description:
    'Reads for at most 10 seconds. `is_complete` is false if it did not reach the end: a deletion may then delete more.',
  tags,
  auth: 'header',
  role: 'admin',
  audited: false,
  body: z.strictObject({ identifiers }),
  success: {
    200: z
      .object({ success: z.literal(true), found: Counts, is_complete: z.boolean() })
      .meta({ id: 'PersonDeletionPreview' }),
  },
  errors,
  example: { body: { identifiers: exampleIdentifiers } },
})

export const startPersonDeletion = defineEndpoint({
  id: 'start_person_deletion',
  method: 'post',
  path,
  summary: 'Delete everything in the log that names a person',
  description:
    'A job deletes requests, traces with all their spans and requests, scores, comments, notifications and saved views ' +
    'that hold one of the identifiers as a whole word, in any case, and what was sent and changed in events of the audit ' +
    'log. On SQLite it then overwrites the freed parts of the database file. Prompts, tables, datasets and other things ' +
    'that people made are not searched. Deletion is final. 409 while another deletion of the workspace runs.',
  tags,
  auth: 'header',
  role: 'admin',
  unauditedFields,
  body: z.strictObject({
    /** User ids, e-mail addresses, phone numbers, names. */
    identifiers,
    /** A name for the receipt, such as the number of the request for deletion. It must not name the person. */
    reference: cleanText.max(200).default(''),
  }),
  success: { 202: OneDeletion },
  errors: namedErrors,
  example: { body: { identifiers: exampleIdentifiers, reference: 'Ticket 4711' } },
})

export const listPersonDeletions = defineEndpoint({
  id: 'list_person_deletions',
  method: 'get',
  path,
  summary: 'List the last 100 deletions of persons, newest first',
  tags,
  auth: 'header',
  role: 'admin',
  success: {
    200: z
      .object({ success: z.literal(true), person_deletions: z.array(PersonDeletion) })
      .meta({ id: 'PersonDeletionsResponse' }),
  },
  errors,
  example: {},
})

export const readPersonDeletion = defineEndpoint({
  id: 'read_person_deletion',
  method: 'get',
  path: `${path}/{person_deletion_id}`,
  summary: 'Read the progress or the receipt of a deletion of a person',
  description: 'The receipt says what was deleted, when and by whom. It does not hold the identifiers.',
  tags,
  auth: 'header',
  role: 'admin',
  params: PersonDeletionId,
  success: { 200: OneDeletion },
  errors: standardErrors,
  example: { params: { person_deletion_id: '0197fd1c-3c2b-7cc1-b7c1-000000000026' } },
})

export const cancelPersonDeletion = defineEndpoint({
  id: 'cancel_person_deletion',
  method: 'post',
  path: `${path}/{person_deletion_id}/cancel`,
  summary: 'Cancel a deletion of a person',
  description: 'What is deleted already does not come back. 409 if the deletion has ended.',
  tags,
  auth: 'header',
  role: 'admin',
  params: PersonDeletionId,
  success: { 200: OneDeletion },
  errors: namedErrors,
  example: { params: { person_deletion_id: '0197fd1c-3c2b-7cc1-b7c1-000000000026' } },
})
