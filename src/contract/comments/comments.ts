import { z } from 'zod'
import {
  actor,
  answer,
  boundedList,
  cleanText,
  Deleted,
  endpointsOf,
  named,
  textId,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { Subject, subjectTypes } from './fields.ts'

const define = endpointsOf({ tags: ['comments'] })
const path = '/api/public/v2/comments'

/** Limit of characters of a comment. */
const maxCommentLength = 10_000
const maxMentions = 50

const CommentText = cleanText
  .min(1, { abort: true })
  .max(maxCommentLength)
  .refine((text) => text.trim() !== '', 'must not be blank')

const SubjectId = cleanText
  .min(1)
  .max(128)
  .describe('Id of the prompt, request, trace or sheet. Numbers as digits.')
  .meta({ entity: 'prompt' })

const PersonIds = boundedList(z.uuid().meta({ entity: 'person' }), maxMentions)

const Comment = named('Comment', {
  id: z.int(),
  subject: Subject,
  author: actor,
  text: z.string(),
  /** Members named in the comment; each got a notification. */
  mentions: z.array(z.object({ id: z.string(), name: z.string() })),
  created_at: timestamp,
  /** Null for a comment that was never edited. */
  edited_at: timestamp.nullable(),
  /** Whether this caller may edit or delete the comment. */
  may_edit: z.boolean(),
  may_delete: z.boolean(),
})

const OneComment = answer('CommentResponse', { comment: Comment })

const CommentId = z.object({ comment_id: textId('comment') })

export const listComments = define({
  id: 'list_comments',
  get: path,
  summary: 'List the comments on a prompt, request, trace or sheet, oldest first',
  description:
    'Comments on a prompt include comments on its versions, and comments on a sheet include comments on its rows; ' +
    '`version_number` and `row_index` narrow them.',
  query: z.object({
    subject_type: z.enum(subjectTypes),
    subject_id: SubjectId,
    version_number: textInteger({ minimum: 1 }).optional(),
    row_index: textInteger({ minimum: 0 }).optional(),
    after_id: textInteger({ minimum: 1 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 200 }).default(100),
  }),
  success: { 200: answer('CommentsResponse', { comments: z.array(Comment), has_more: z.boolean() }) },
  example: { query: { subject_type: 'prompt', subject_id: '1' } },
})

export const createComment = define({
  id: 'create_comment',
  post: path,
  summary: 'Comment on a prompt, a version, a request, a trace, a sheet or a row',
  description:
    'Members in `mentions` get a notification, and so do people who commented on the same subject before. ' +
    'A subject has at most 2,000 comments.',
  body: z.strictObject({
    subject_type: z.enum(subjectTypes),
    subject_id: SubjectId,
    version_number: z.int().min(1).nullable().default(null),
    row_index: z.int().min(0).nullable().default(null),
    text: CommentText,
    mentions: PersonIds.default([]),
  }),
  success: { 201: OneComment },
  example: {
    body: { subject_type: 'prompt', subject_id: '1', version_number: 1, text: 'Too long for the phone.' },
  },
})

export const updateComment = define({
  id: 'update_comment',
  patch: `${path}/{comment_id}`,
  summary: 'Edit a comment of the caller',
  description: 'Members whom the comment did not name before get a notification.',
  params: CommentId,
  body: z.strictObject({ text: CommentText, mentions: PersonIds.default([]) }),
  success: { 200: OneComment },
  example: { params: { comment_id: 1 }, body: { text: 'Too long for the phone: 3 lines at most.' } },
})

export const deleteComment = define({
  id: 'delete_comment',
  delete: `${path}/{comment_id}`,
  summary: 'Delete a comment: its author or an admin',
  params: CommentId,
  success: { 200: Deleted },
  example: { params: { comment_id: 1 } },
})
