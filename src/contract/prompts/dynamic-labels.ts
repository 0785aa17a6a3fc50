import { z } from 'zod'
import { hundredths, problemsOf } from '../../engine/template/traffic/index.ts'
import {
  answer,
  boundedRecord,
  cleanText,
  Deleted,
  endpointsOf,
  idOf,
  LabelName,
  named,
  namedErrors,
  strictNamed,
  textId,
  times,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['dynamic-labels'], errors: namedErrors })
const path = '/api/public/v2/dynamic-labels'

const SegmentValue = z.union([z.string(), z.number(), z.boolean()])

const TrafficSplit = z
  .strictObject({
    version_number: z.int().positive().optional(),
    label: LabelName.optional(),
    percentage: z
      .number()
      .min(0)
      .max(100)
      .refine(
        (value) => Math.abs(value - hundredths(value) / 100) < 1e-9,
        'must have at most two decimal places',
      ),
  })
  .refine(({ version_number, label }) => (version_number === undefined) !== (label === undefined), {
    path: ['version_number'],
    message: 'must have either version_number or label',
  })
  .meta({ id: 'TrafficSplit' })

const TrafficRule = strictNamed('TrafficRule', {
  segment: boundedRecord(
    z.union([SegmentValue, z.array(SegmentValue).min(1).max(1000)]),
    100,
    z.string().min(1),
  )
    .refine((segment) => Object.keys(segment).length > 0, 'must name a metadata key')
    .nullable(),
  splits: z.array(TrafficSplit).min(1).max(100),
})

const TrafficRules = z
  .array(TrafficRule)
  .min(1)
  .max(100)
  .superRefine((rules, context) => {
    for (const { path, message } of problemsOf(rules))
      context.addIssue({ code: 'custom', path: [...path], message })
  })
export type TrafficRules = z.output<typeof TrafficRules>

const StickyKey = cleanText.min(1).max(255).nullable()

export const DynamicLabel = named('DynamicLabel', {
  id: z.int(),
  prompt_id: z.int(),
  prompt_name: z.string(),
  name: z.string(),
  sticky_key: z.string().nullable(),
  rules: z.array(TrafficRule),
  ...times,
})

const OneLabel = answer('DynamicLabelResponse', { dynamic_label: DynamicLabel })

const LabelId = z.object({ dynamic_label_id: textId('dynamic-label') })

const evenSplit = {
  sticky_key: 'user_id',
  rules: [
    { segment: { plan: ['trial', 'free'] }, splits: [{ label: 'prod', percentage: 100 }] },
    {
      segment: null,
      splits: [
        { label: 'prod', percentage: 90 },
        { version_number: 1, percentage: 10 },
      ],
    },
  ],
}

export const listDynamicLabels = define({
  id: 'list_dynamic_labels',
  get: path,
  summary: 'List dynamic labels, of the workspace or of one template',
  query: z.object({ prompt_id: textId('prompt').optional() }),
  success: { 200: answer('DynamicLabelsResponse', { dynamic_labels: z.array(DynamicLabel) }) },
  example: { query: { prompt_id: 1 } },
})

export const createDynamicLabel = define({
  id: 'create_dynamic_label',
  post: path,
  summary: 'Create a dynamic label of a template',
  description:
    'Rules are tried in order. The first rule whose segment matches the `metadata_filters` of a read ' +
    'applies; the last rule matches every read. A reader is recognised by the metadata value under ' +
    '`sticky_key` (default `user_id`), otherwise by all its metadata, and gets the same split each time. ' +
    'A read without metadata gets a random split. A split names a version or a release label of the ' +
    'template.',
  role: 'publisher',
  body: z.strictObject({
    prompt_id: idOf('prompt'),
    name: LabelName,
    sticky_key: StickyKey.default(null),
    rules: TrafficRules,
  }),
  success: { 201: OneLabel },
  example: { body: { prompt_id: 1, name: 'canary', ...evenSplit } },
})

export const readDynamicLabel = define({
  id: 'read_dynamic_label',
  get: `${path}/{dynamic_label_id}`,
  summary: 'Read a dynamic label',
  params: LabelId,
  success: { 200: OneLabel },
  example: { params: { dynamic_label_id: 1 } },
})

export const updateDynamicLabel = define({
  id: 'update_dynamic_label',
  patch: `${path}/{dynamic_label_id}`,
  summary: 'Change the rules of a dynamic label, its sticky key, or its name',
  role: 'publisher',
  params: LabelId,
  body: z.strictObject({
    name: LabelName.optional(),
    sticky_key: StickyKey.optional(),
    rules: TrafficRules.optional(),
  }),
  success: { 200: OneLabel },
  example: { params: { dynamic_label_id: 1 }, body: { sticky_key: 'team' } },
})

export const deleteDynamicLabel = define({
  id: 'delete_dynamic_label',
  delete: `${path}/{dynamic_label_id}`,
  summary: 'Delete a dynamic label',
  role: 'publisher',
  params: LabelId,
  success: { 200: Deleted },
  example: { params: { dynamic_label_id: 1 } },
})
