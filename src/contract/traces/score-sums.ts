import { z } from 'zod'
import { named } from '../kit/index.ts'
import { scoreSubjects, scoreTypes } from './scores.ts'

/** The scores of one name, type and kind of subject. Subjects without a score are not counted. */
const ScoreSum = named('ScoreSum', {
  subject_type: z.enum(scoreSubjects).exclude(['request']),
  name: z.string(),
  type: z.enum(scoreTypes),
  /** Number of scores from all sources. */
  count: z.int(),
  /** Mean of numbers; null for other kinds. */
  mean: z.number().nullable(),
  /** Share of yes, from 0 to 1; null for other kinds. */
  yes_share: z.number().nullable(),
  /** The 20 most frequent categories. */
  categories: z.array(z.object({ value: z.string(), count: z.int() })),
})

/** Scores of the traces of a session or user, of their spans, and of their sessions. */
export const scoreSums = {
  scores: z.array(ScoreSum),
  /** False: there are more than 10,000 traces, or 1,000 values. Then scores of the newest traces are summed. */
  scores_are_whole: z.boolean(),
}
