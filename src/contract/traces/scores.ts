import { z } from 'zod'
import { actor, answer, cleanText, endpointsOf, named, strictNamed, timestamp } from '../kit/index.ts'

const define = endpointsOf({ tags: ['tracking'] })

export const scoreSubjects = ['request', 'span', 'trace', 'session'] as const
export type ScoreSubject = (typeof scoreSubjects)[number]
export const scoreTypes = ['number', 'boolean', 'category', 'text'] as const
export type ScoreType = (typeof scoreTypes)[number]
export const scoreSources = ['application', 'person', 'judge', 'column'] as const
export type ScoreSource = (typeof scoreSources)[number]

const path = '/api/public/v2/scores'
const maxTextLength = 10_000

const ScoredSubject = {
  subject_type: z.enum(scoreSubjects),
  /** Id of the request (digits), span, trace or session. */
  subject_id: cleanText.min(1).max(1_024).meta({ entity: 'trace-session' }),
  /** The trace of a span; only for spans. */
  trace_id: cleanText.min(1).max(128).nullish(),
}

const ScoreName = cleanText.min(1).max(255)

const listed = {
  name: z.string(),
  type: z.enum(scoreTypes),
  value: z.union([z.number(), z.boolean(), z.string()]),
  comment: z.string().nullable(),
  source: z.enum(scoreSources),
}

/** A score in lists. */
export const ListedScore = named('ListedScore', listed)

export const GivenScore = named('GivenScore', {
  subject_type: z.enum(scoreSubjects),
  subject_id: z.string(),
  trace_id: z.string().nullable(),
  ...listed,
  /** The author; null for a score that came with its request. */
  author: actor.nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
})

export const giveScore = define({
  id: 'giveScore',
  post: path,
  summary: 'Score a request, span, trace or session',
  description:
    'A number, yes or no, a category or a text, with a comment. Sent again, it replaces the score of the same subject, ' +
    'name and source. Whole numbers from 0 to 100 of a request are its scores of `POST /rest/track-score` too. A ' +
    'subject has at most 200 scores.',
  audited: false,
  body: strictNamed('GiveScoreRequest', {
    ...ScoredSubject,
    name: ScoreName,
    value: z.union([z.number(), z.boolean(), cleanText.min(1).max(maxTextLength)]),
    /** Type of the score. If left out, it follows from the value; a text is a category. */
    type: z.enum(scoreTypes).nullish(),
    comment: cleanText.max(maxTextLength).nullish(),
    /** Source of the score. If left out, it is `person` for people and `application` for API keys. */
    source: z.enum(scoreSources).nullish(),
  }),
  success: { 201: answer('ScoreResponse', { score: GivenScore }) },
  example: {
    body: {
      subject_type: 'session',
      subject_id: 'chat-1',
      name: 'resolved',
      value: true,
      comment: 'The customer thanked us.',
    },
  },
})

export const listScores = define({
  id: 'listScores',
  get: path,
  summary: 'List the scores of a request, span, trace or session',
  description: 'At most 200, by name. Those of a trace are followed by at most 200 of its spans.',
  query: z.object({ ...ScoredSubject, trace_id: ScoredSubject.trace_id.unwrap().unwrap().optional() }),
  success: { 200: answer('ScoresResponse', { scores: z.array(GivenScore) }) },
  example: { query: { subject_type: 'session', subject_id: 'chat-1' } },
})

export const deleteScore = define({
  id: 'deleteScore',
  delete: path,
  summary: 'Delete the score of a subject, name and source',
  query: z.object({
    ...ScoredSubject,
    trace_id: ScoredSubject.trace_id.unwrap().unwrap().optional(),
    name: ScoreName,
    source: z.enum(scoreSources),
  }),
  success: { 200: answer('ScoreDeletedResponse', {}) },
  example: {
    query: { subject_type: 'session', subject_id: 'chat-1', name: 'resolved', source: 'application' },
  },
})
