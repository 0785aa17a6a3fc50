import { z } from 'zod'
import { maxNameLength, maxVariables } from '../../engine/limits.ts'
import { answer, boundedList, boundedRecord, cleanText, endpointsOf, named, nameText } from '../kit/index.ts'

const define = endpointsOf({ tags: ['playgrounds'] })

export const maxScorers = 20

const maxTextLength = 100_000
const name = nameText(120)
const dollars = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, 'must be an amount of dollars, such as "0.01"')
const count = z.int().min(0).max(10_000_000)

/** A fixed text, or a variable of the case that holds it. */
const target = {
  value: cleanText.min(1).max(maxTextLength).optional(),
  variable: cleanText.min(1).max(maxNameLength).optional(),
}
const hasOneTarget = ({ value, variable }: { value?: string | undefined; variable?: string | undefined }) =>
  (value === undefined) !== (variable === undefined)
const oneTarget = { path: ['value'], error: 'needs a text or a variable, not both' }

const scorer = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), name, ...shape })

export const Scorer = z
  .discriminatedUnion('kind', [
    scorer('contains', { ...target, negate: z.boolean().optional() }).refine(hasOneTarget, oneTarget),
    scorer('equals', target).refine(hasOneTarget, oneTarget),
    scorer('regex', { pattern: cleanText.min(1).max(maxTextLength), negate: z.boolean().optional() }),
    /** `schema` is the text of a JSON schema. */
    scorer('json', { schema: cleanText.max(maxTextLength).optional() }),
    scorer('length', {
      unit: z.enum(['chars', 'words']),
      min: count.optional(),
      max: count.optional(),
    }).refine(({ min, max }) => min !== undefined || max !== undefined, {
      path: ['max'],
      error: 'needs a min or a max',
    }),
    scorer('cost', { max: dollars }),
    scorer('latency', { max_ms: count }),
    /** A model judges; without `model`, the evaluator model of the workspace. */
    scorer('judge', {
      assertion: cleanText.min(1).max(maxTextLength),
      model: z
        .strictObject({
          provider: cleanText.min(1).max(maxNameLength),
          name: cleanText.min(1).max(maxNameLength),
        })
        .optional(),
    }),
  ])
  .meta({ id: 'PlaygroundScorer' })
export type Scorer = z.output<typeof Scorer>

const ScoreResult = named('PlaygroundScore', {
  /** `error`: the answer could not be judged. It never counts as a pass. */
  verdict: z.enum(['pass', 'fail', 'error']),
  message: z.string().nullable(),
})

export const scoreAnswer = define({
  id: 'score_playground_answer',
  post: '/api/public/v2/playgrounds/score-answer',
  summary: 'Judge an answer by scorers',
  description:
    'Scorers are evaluated as columns of tables are: `contains`, `equals`, `regex`, `json` and `length` by their ' +
    'checks, `judge` by a model, whose calls are logged with the source `evaluation`. Results are in the order of ' +
    'the scorers. An unknown cost is an error, not a pass.',
  keepsNumbers: true,
  audited: false,
  body: z.strictObject({
    scorers: boundedList(Scorer, maxScorers),
    answer: z.strictObject({
      text: cleanText.max(1_000_000),
      /** US dollars; null if the price is unknown. */
      cost: z
        .string()
        .regex(/^\d{1,30}(\.\d{1,60})?$/, 'must be an amount of dollars as decimal text')
        .nullable(),
      latency_ms: z.int().min(0).nullable(),
    }),
    /** Values of the case's variables. */
    values: boundedRecord(z.unknown(), maxVariables).default({}),
  }),
  success: { 200: answer('PlaygroundScoresResponse', { results: z.array(ScoreResult) }) },
  example: {
    body: {
      scorers: [
        { kind: 'contains', name: 'Names the city', variable: 'city' },
        { kind: 'length', name: 'Short', unit: 'words', max: 20 },
        { kind: 'cost', name: 'Cheap', max: '0.01' },
      ],
      answer: { text: 'Your parcel is in Oslo.', cost: '0.0003', latency_ms: 812 },
      values: { city: 'Oslo' },
    },
  },
})
