import { z } from 'zod'
import {
  actor,
  answer,
  cleanText,
  Deleted,
  endpointsOf,
  idOf,
  LabelName,
  named,
  namedErrors,
  textId,
  textInteger,
  timestamp,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['releases'], errors: namedErrors })
const protectedPath = '/api/public/v2/protected-labels'
const requestsPath = '/api/public/v2/release-requests'

const ProtectedLabel = named('ProtectedLabel', {
  id: z.int(),
  name: z.string(),
  /** True: an admin too needs the approval of another admin. */
  takes_two: z.boolean(),
  created_at: timestamp,
})

const OneProtectedLabel = answer('ProtectedLabelResponse', { protected_label: ProtectedLabel })

const ProtectedLabelId = z.object({ protected_label_id: textId('protected-label') })

export const listProtectedLabels = define({
  id: 'list_protected_labels',
  get: protectedPath,
  summary: 'List the names of protected labels',
  success: { 200: answer('ProtectedLabelsResponse', { protected_labels: z.array(ProtectedLabel) }) },
  example: {},
})

export const protectLabel = define({
  id: 'protect_label',
  post: protectedPath,
  summary: 'Protect all labels of a name',
  description:
    'Only admins create, move and delete labels of this name, or change how a dynamic label of this name ' +
    'splits reads; other people make a release request. With `takes_two` admins make requests too, and ' +
    'another admin approves.',
  role: 'admin',
  body: z.strictObject({ name: LabelName, takes_two: z.boolean().default(false) }),
  success: { 201: OneProtectedLabel },
  example: { body: { name: 'prod' } },
})

export const changeProtectedLabel = define({
  id: 'change_protected_label',
  patch: `${protectedPath}/{protected_label_id}`,
  summary: 'Set whether a protected label takes two people',
  role: 'admin',
  params: ProtectedLabelId,
  body: z.strictObject({ takes_two: z.boolean() }),
  success: { 200: OneProtectedLabel },
  example: { params: { protected_label_id: 1 }, body: { takes_two: true } },
})

export const unprotectLabel = define({
  id: 'unprotect_label',
  delete: `${protectedPath}/{protected_label_id}`,
  summary: 'End the protection of a label name',
  role: 'admin',
  params: ProtectedLabelId,
  success: { 200: Deleted },
  example: { params: { protected_label_id: 1 } },
})

const releaseStatuses = ['open', 'approved', 'denied', 'withdrawn'] as const
const Note = cleanText.max(2000).nullable().default(null)

const ReleaseRequest = named('ReleaseRequest', {
  id: z.int(),
  prompt_id: z.int(),
  prompt_name: z.string(),
  label: z.string(),
  prompt_version_id: z.int(),
  version_number: z.int(),
  /** Version that the label points at now; null if the template has no such label. */
  current_version_number: z.int().nullable(),
  note: z.string().nullable(),
  status: z.enum(releaseStatuses),
  asked_by: actor,
  asked_at: timestamp,
  decided_by: actor.nullable(),
  decided_at: timestamp.nullable(),
  decision_note: z.string().nullable(),
  /** Whether this caller may approve or deny the request now. */
  may_decide: z.boolean(),
  may_withdraw: z.boolean(),
})

const OneRequest = answer('ReleaseRequestResponse', { release_request: ReleaseRequest })

const RequestId = z.object({ release_request_id: textId('release-request') })

export const listReleaseRequests = define({
  id: 'list_release_requests',
  get: requestsPath,
  summary: 'List release requests, newest first',
  query: z.object({
    prompt_id: textId('prompt').optional(),
    status: z.enum(releaseStatuses).optional(),
    before_id: textInteger({ minimum: 1 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 100 }).default(50),
  }),
  success: {
    200: answer('ReleaseRequestsResponse', {
      release_requests: z.array(ReleaseRequest),
      has_more: z.boolean(),
    }),
  },
  example: { query: { prompt_id: 1, status: 'open' } },
})

export const askForRelease = define({
  id: 'ask_for_release',
  post: requestsPath,
  summary: 'Request that a label is put on a version',
  description:
    'For people who may not place the label alone. A publisher decides about unprotected labels, an ' +
    'admin about protected ones. A template has at most one open request for each label.',
  body: z.strictObject({
    prompt_id: idOf('prompt'),
    label: LabelName,
    version_number: z.int().positive(),
    note: Note,
  }),
  success: { 201: OneRequest },
  example: {
    body: {
      prompt_id: 1,
      label: 'prod',
      version_number: 1,
      note: 'Answers in the language of the question.',
    },
  },
})

export const readReleaseRequest = define({
  id: 'read_release_request',
  get: `${requestsPath}/{release_request_id}`,
  summary: 'Read a release request',
  params: RequestId,
  success: { 200: OneRequest },
  example: { params: { release_request_id: 1 } },
})

export const decideReleaseRequest = define({
  id: 'decide_release_request',
  post: `${requestsPath}/{release_request_id}/decision`,
  summary: 'Approve, deny or withdraw a release request',
  description:
    'An approval puts the label on the version in the same transaction. Only the requester or an admin ' +
    'can withdraw a request.',
  params: RequestId,
  body: z.strictObject({ decision: z.enum(['approved', 'denied', 'withdrawn']), note: Note }),
  success: { 200: OneRequest },
  example: { params: { release_request_id: 1 }, body: { decision: 'approved' } },
})
