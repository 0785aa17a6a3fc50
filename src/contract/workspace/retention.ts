import { z } from 'zod'
import {
  answer,
  baseRevision,
  cleanText,
  commonErrors,
  endpointsOf,
  revision,
  settingsErrors,
  strictNamed,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['retention'], errors: commonErrors })

/** Days after arrival. Null: kept for ever. */
const days = z.int().min(1).max(36_500).nullable()
/** Null: applies to all requests without a rule for one of their tags, and to traces. */
const tag = cleanText.min(1).max(512).nullable()

const RetentionRule = strictNamed('RetentionRule', { tag, days })

const Rules = z
  .array(strictNamed('NewRetentionRule', { tag: tag.default(null), days }))
  .max(20)
  .refine((rules) => new Set(rules.map(({ tag }) => tag)).size === rules.length, 'must name each tag once')

const ruleSet = answer('RetentionRules', { rules: z.array(RetentionRule), revision })
const example = {
  body: {
    rules: [{ days: 365 }, { tag: 'debug', days: 7 }],
  },
}

export const readRetention = define({
  id: 'getRetention',
  get: '/api/public/v2/retention',
  summary: 'Read how long requests and traces are kept',
  success: { 200: ruleSet },
  example: {},
})

export const changeRetention = define({
  id: 'setRetention',
  put: '/api/public/v2/retention',
  summary: 'Set how long requests and traces are kept',
  description:
    'Replaces all rules. Without a matching rule, requests and traces are kept for ever. If several tags ' +
    'of a request have rules, the longest time counts. Use the preview first: deletion is final.',
  role: 'admin',
  body: z.strictObject({ rules: Rules, base_revision: baseRevision }),
  success: { 200: ruleSet },
  errors: settingsErrors,
  example,
})

export const previewRetention = define({
  id: 'previewRetention',
  post: '/api/public/v2/retention/preview',
  summary: 'Count the requests and traces that rules would delete now',
  role: 'viewer',
  audited: false,
  body: z.strictObject({ rules: Rules }),
  success: {
    200: answer('RetentionPreview', {
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
    }),
  },
  example,
})
