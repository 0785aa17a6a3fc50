import { z } from 'zod'
import { detectorNames, maskingActions } from '../../engine/masking/index.ts'
import {
  answer,
  baseRevision,
  cleanText,
  commonErrors,
  endpointsOf,
  named,
  revision,
  settingsErrors,
  strictNamed,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['masking'], errors: commonErrors })

const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('detector'), detector: z.enum(detectorNames) }),
  z.strictObject({ kind: z.literal('pattern'), pattern: z.string().min(1).max(1_000) }),
  z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(2_000) }),
])

const fields = {
  name: cleanText.min(1).max(60),
  is_on: z.boolean(),
  action: z.enum(maskingActions),
  target,
}
const ruleId = z.string().regex(/^[a-z0-9]{1,32}$/)

const NewMaskingRule = strictNamed('NewMaskingRule', {
  ...fields,
  id: ruleId.nullish().default(null),
  is_on: fields.is_on.default(true),
})

const Rules = z
  .array(NewMaskingRule)
  .max(20)
  .refine(
    (rules) => new Set(rules.map(({ name }) => name)).size === rules.length,
    'must have a different name each',
  )
  .refine((rules) => {
    const ids = rules.flatMap(({ id }) => id ?? [])
    return new Set(ids).size === ids.length
  }, 'must have a different id each')

const keepsBodies = z.boolean().meta({
  description: 'False: only metadata, tags, tokens and cost are stored; input, output and variables are not.',
})

const change = z.strictObject({
  rules: Rules,
  keeps_bodies: keepsBodies.default(true),
  base_revision: baseRevision,
})

const MaskingRule = named('MaskingRule', {
  ...fields,
  id: ruleId,
  found: z.int().meta({ description: 'Values that the rule masked since `since`.' }),
  since: z.iso.datetime().meta({ description: 'When the rule was added or its target was changed.' }),
  last_found: z.iso.datetime().nullable(),
})

const settings = answer('MaskingSettings', {
  rules: z.array(MaskingRule),
  keeps_bodies: keepsBodies,
  revision,
})

const exampleRules = [
  {
    name: 'Mail addresses',
    action: 'pseudonym' as const,
    target: { kind: 'detector' as const, detector: 'email' as const },
  },
  {
    name: 'Customer number',
    action: 'mask' as const,
    target: { kind: 'pattern' as const, pattern: 'C-[0-9]{6}' },
  },
]

export const readMasking = define({
  id: 'getMasking',
  get: '/api/public/v2/masking',
  summary: 'Read the masking rules, and how often each applied',
  success: { 200: settings },
  example: {},
})

export const changeMasking = define({
  id: 'setMasking',
  put: '/api/public/v2/masking',
  summary: 'Set the masking rules for requests and traces',
  description:
    'Replaces all rules. They apply to all requests and traces that are logged from now on through any API; stored ' +
    'requests and traces stay as they are. A rule that keeps its id and target keeps its count. Other processes of the server apply ' +
    'new rules within two seconds. A call whose masking takes too long is refused with 503 and not stored.',
  role: 'admin',
  body: change,
  success: { 200: settings },
  errors: settingsErrors,
  example: { body: { rules: exampleRules } },
})

export const testMasking = define({
  id: 'testMasking',
  post: '/api/public/v2/masking/test',
  summary: 'Mask one text by rules without storing it',
  description:
    'The pseudonyms are the ones that logged requests get. A viewer gets different pseudonyms in each call, because with the ' +
    'stored pseudonyms a viewer could test which value a pseudonym stands for.',
  role: 'viewer',
  audited: false,
  body: z.strictObject({ rules: Rules, text: z.string().max(20_000) }),
  success: {
    200: answer('MaskedText', {
      text: z.string(),
      found: z.array(z.object({ name: z.string(), count: z.int() })),
    }),
  },
  example: { body: { rules: exampleRules, text: 'Write to ada@example.org about C-123456.' } },
})

export const dryRunMasking = define({
  id: 'dryRunMasking',
  post: '/api/public/v2/masking/dry-run',
  summary: 'Apply rules to the last 1,000 requests without changing them',
  description:
    'Counts the values that each rule finds, with up to 20 samples in which the value is masked. Rules that are off are ' +
    'not applied. Stops after 15 seconds; `is_complete` is then false. The pseudonyms are the ' +
    'ones that requests get when they are logged; a viewer gets different pseudonyms in each call.',
  role: 'viewer',
  audited: false,
  body: z.strictObject({ rules: Rules }),
  success: {
    200: answer('MaskingDryRun', {
      requests: z.int().meta({ description: 'Requests that were read.' }),
      is_complete: z.boolean(),
      by_rule: z.array(z.object({ name: z.string(), found: z.int(), requests: z.int() })),
      samples: z.array(
        z.object({
          rule: z.string(),
          request_id: z.int(),
          before: z.string(),
          masked: z.string(),
          after: z.string(),
        }),
      ),
    }),
  },
  example: { body: { rules: exampleRules } },
})
