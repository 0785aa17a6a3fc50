import { z } from 'zod'
import { cleanText, defineEndpoint, standardErrors } from './kit/index.ts'

const tags = ['retention'] as const
const { 404: _none, ...errors } = standardErrors

/** After they arrived. Null: for ever. */
const days = z.int().min(1).max(36_500).nullable()
/** Null: for all requests without a rule of their own, and for traces. */
const tag = cleanText.min(1).max(512).nullable()

const RetentionRule = z.strictObject({ tag, days }).meta({ id: 'RetentionRule' })

const Rules = z
  .array(z.strictObject({ tag: tag.default(null), days }).meta({ id: 'NewRetentionRule' }))
  .max(20)
  .refine((rules) => new Set(rules.map(({ tag }) => tag)).size === rules.length, 'may name each tag once')

const ruleSet = z
  .object({ success: z.literal(true), rules: z.array(RetentionRule) })
  .meta({ id: 'RetentionRules' })
const example = {
  body: {
    rules: [{ days: 365 }, { tag: 'debug', days: 7 }],
  },
}

export const readRetention = defineEndpoint({
  id: 'getRetention',
  method: 'get',
  path: '/api/public/v2/retention',
  summary: 'How long requests and traces are kept',
  tags,
  auth: 'header',
  success: { 200: ruleSet },
  errors,
  example: {},
})

export const changeRetention = defineEndpoint({
  id: 'setRetention',
  method: 'put',
  path: '/api/public/v2/retention',
  summary: 'Set how long requests and traces are kept',
  description:
    'Takes the place of all rules there were. What no rule is for is kept for ever; of several rules for the tags of ' +
    'a request the one that keeps it longest counts. Ask for a preview first: what goes is gone.',
  tags,
  auth: 'header',
  role: 'admin',
  body: z.strictObject({ rules: Rules }),
  success: { 200: ruleSet },
  errors,
  example,
})

export const previewRetention = defineEndpoint({
  id: 'previewRetention',
  method: 'post',
  path: '/api/public/v2/retention/preview',
  summary: 'What rules would let go now',
  tags,
  auth: 'header',
  role: 'viewer',
  audited: false,
  body: z.strictObject({ rules: Rules }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        requests: z.int(),
        traces: z.int(),
        by_rule: z.array(
          z.object({
            tag: z.string().nullable(),
            days: z.int().nullable(),
            requests: z.int(),
            oldest: z.string().nullable(),
            newest: z.string().nullable(),
          }),
        ),
      })
      .meta({ id: 'RetentionPreview' }),
  },
  errors,
  example,
})
