import { z } from 'zod'
import {
  answer,
  cleanText,
  ExternalId,
  ExternalIdText,
  endpointsOf,
  externalIdErrors,
  SourceName,
  textId,
} from '../kit/index.ts'

const Attached = answer('ExternalIdAttachResponse', { external_id: ExternalId })
const Listed = answer('ExternalIdsListResponse', { external_ids: z.array(ExternalId) })
const Detached = answer('ExternalIdDeleteResponse', {})

/** A kind of entity that can carry external ids. */
interface Carrier<Param extends string, Id extends z.ZodType> {
  /** The kind in summaries. */
  readonly noun: string
  /** The path above the entity's id. */
  readonly path: string
  /** The path parameter with the entity's id; the operation ids contain it. */
  readonly param: Param
  readonly id: Id
  /** Attaching answers 200 instead of 201. */
  readonly attachesWith200?: true
  readonly deprecated?: true
  readonly exampleId: number | string
  readonly example: { readonly source: string; readonly external_id: string }
}

/** The three operations on the external ids of a kind of entity: attach, list, detach. */
function externalIdEndpoints<const Param extends string, Id extends z.ZodType>({
  noun,
  param,
  exampleId,
  example,
  deprecated,
  ...carrier
}: Carrier<Param, Id>) {
  const define = endpointsOf({
    tags: ['external-ids'],
    errors: externalIdErrors,
    ...(deprecated && { deprecated }),
  })
  const path = `${carrier.path}/{${param}}/external-ids`
  const entityId = { [param]: carrier.id } as Record<Param, Id>
  const entity = z.object(entityId)
  const mapping = z.object({ ...entityId, source: SourceName, external_id: ExternalIdText })
  const exampleEntity = { [param]: exampleId } as z.input<typeof entity>
  return {
    attach: define({
      id: `attach_${param}_external_id`,
      post: path,
      summary: `Attach an external id to a ${noun}; attaching it again changes nothing`,
      params: entity,
      body: z.strictObject({ source: SourceName, external_id: ExternalIdText }),
      success: carrier.attachesWith200 ? { 200: Attached, 201: Attached } : { 201: Attached },
      example: { params: exampleEntity, body: example },
    }),
    list: define({
      id: `list_${param}_external_ids`,
      get: path,
      summary: `List the external ids of a ${noun}`,
      params: entity,
      success: { 200: Listed },
      example: { params: exampleEntity },
    }),
    detach: define({
      id: `delete_${param}_external_id`,
      delete: `${path}/{source}/{external_id}`,
      summary: `Detach an external id from a ${noun}`,
      params: mapping,
      success: { 200: Detached },
      example: { params: { [param]: exampleId, ...example } as z.input<typeof mapping> },
    }),
  }
}

export const {
  attach: attachPromptExternalId,
  list: listPromptExternalIds,
  detach: detachPromptExternalId,
} = externalIdEndpoints({
  noun: 'template',
  path: '/prompt-templates',
  param: 'prompt_template_id',
  id: textId('prompt'),
  attachesWith200: true,
  exampleId: 1,
  example: { source: 'crm', external_id: 'customer-greeting' },
})

export const {
  attach: attachFolderExternalId,
  list: listFolderExternalIds,
  detach: detachFolderExternalId,
} = externalIdEndpoints({
  noun: 'folder',
  path: '/api/public/v2/folders',
  param: 'folder_id',
  id: textId('folder'),
  exampleId: 1,
  example: { source: 'crm', external_id: 'customer-folder' },
})

export const {
  attach: attachToolExternalId,
  list: listToolExternalIds,
  detach: detachToolExternalId,
} = externalIdEndpoints({
  noun: 'tool',
  path: '/api/public/v2/tool-registry',
  param: 'tool_id',
  id: textId('tool'),
  attachesWith200: true,
  exampleId: 1,
  example: { source: 'crm', external_id: 'customer-tool' },
})

export const {
  attach: attachWorkflowExternalId,
  list: listWorkflowExternalIds,
  detach: detachWorkflowExternalId,
} = externalIdEndpoints({
  noun: 'workflow',
  path: '/workflows',
  param: 'workflow_id',
  id: textId('workflow'),
  exampleId: 1,
  example: { source: 'crm', external_id: 'customer-workflow' },
})

export const {
  attach: attachSkillExternalId,
  list: listSkillExternalIds,
  detach: detachSkillExternalId,
} = externalIdEndpoints({
  noun: 'skill collection',
  path: '/api/public/v2/skill-collections',
  param: 'skill_collection_id',
  id: cleanText.min(1).max(255).meta({ entity: 'skill-collection' }),
  exampleId: '019aa1f0-32a2-7a5e-9c1d-2f0b6f6f8e11',
  example: { source: 'git', external_id: 'support-skills' },
})

export const {
  attach: attachDatasetGroupExternalId,
  list: listDatasetGroupExternalIds,
  detach: detachDatasetGroupExternalId,
} = externalIdEndpoints({
  noun: 'dataset group',
  path: '/api/public/v2/dataset-groups',
  param: 'dataset_group_id',
  id: textId('dataset-group'),
  deprecated: true,
  exampleId: 1,
  example: { source: 'crm', external_id: 'customer-dataset' },
})

export const {
  attach: attachReportExternalId,
  list: listReportExternalIds,
  detach: detachReportExternalId,
} = externalIdEndpoints({
  noun: 'report',
  path: '/reports',
  param: 'report_id',
  id: textId('report'),
  deprecated: true,
  exampleId: 1,
  example: { source: 'crm', external_id: 'customer-report' },
})
