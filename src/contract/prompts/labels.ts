import { z } from 'zod'
import { isFields } from '../../engine/json/fields.ts'
import { endpointsOf, idOf, LabelName, named, textId, timestamp } from '../kit/index.ts'
import { TemplateIdentifier } from './fields.ts'

const define = endpointsOf({ tags: ['release-labels'] })

export const ReleaseLabel = named('ReleaseLabel', {
  id: z.int(),
  name: z.string(),
  prompt_id: z.int(),
  prompt_version_id: z.int(),
  created_at: timestamp,
})

/** The version that a label points at, by number, or by id as some clients send it. */
const target = {
  prompt_version_number: z.int().positive().optional(),
  prompt_version_id: idOf('prompt-version').optional(),
}
const hasTarget = (body: { prompt_version_number?: number; prompt_version_id?: number }) =>
  body.prompt_version_number !== undefined || body.prompt_version_id !== undefined
const targetMissing = {
  path: ['prompt_version_number'],
  message: 'Field required',
  params: { type: 'missing' },
  // Also checked when other fields of the object are wrong.
  when: ({ value }: z.core.ParsePayload) => isFields(value),
}

const LabelId = z.object({ prompt_label_id: textId('prompt-label') })

export const listLabels = define({
  id: 'get_prompt_templates_labels_prompt_identifier__post',
  get: '/prompt-templates/{identifier+}/labels',
  summary: 'List the release labels of a template',
  params: TemplateIdentifier,
  success: {
    200: named('GetPromptTemplateLabelResponse', {
      release_labels: z.array(
        z.object({
          prompt_version_id: z.int(),
          prompt_version_number: z.int(),
          release_label: z.string(),
          release_label_id: z.int(),
        }),
      ),
    }),
  },
  etag: true,
  example: { params: { identifier: 'greeting' } },
})

export const createLabel = define({
  id: 'create_prompt_label',
  post: '/prompts/{prompt_id}/label',
  summary: 'Create a release label',
  role: 'publisher',
  params: z.object({ prompt_id: textId('prompt') }),
  body: z.looseObject({ ...target, name: LabelName }).refine(hasTarget, targetMissing),
  success: { 200: ReleaseLabel },
  example: { params: { prompt_id: 1 }, body: { prompt_version_number: 1, name: 'staging' } },
})

export const moveLabel = define({
  id: 'prompt_templates_labels_prompt_label_id__patch',
  patch: '/prompt-labels/{prompt_label_id}',
  summary: 'Point a release label at another version',
  role: 'publisher',
  params: LabelId,
  body: z.looseObject(target).refine(hasTarget, targetMissing),
  success: { 200: ReleaseLabel },
  example: { params: { prompt_label_id: 1 }, body: { prompt_version_number: 1 } },
})

export const deleteLabel = define({
  id: 'delete_prompt_templates_labels_prompt_label_id',
  delete: '/prompt-labels/{prompt_label_id}',
  summary: 'Delete a release label',
  role: 'publisher',
  params: LabelId,
  success: { 204: null },
  example: { params: { prompt_label_id: 1 } },
})
