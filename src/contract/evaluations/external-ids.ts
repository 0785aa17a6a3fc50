import { z } from 'zod'
import { AttachedExternalId, attachBase, detachBase, listBase, Mapping } from '../external-ids.ts'
import { defineEndpoint, textId } from '../kit/index.ts'

const deprecated = true
const GroupId = { dataset_group_id: textId('dataset-group') }
const ReportId = { report_id: textId('report') }
const groupPath = '/api/public/v2/dataset-groups/{dataset_group_id}/external-ids'
const reportPath = '/reports/{report_id}/external-ids'
const groupExample = { source: 'crm', external_id: 'customer-dataset' }
const reportExample = { source: 'crm', external_id: 'customer-report' }

export const attachDatasetGroupExternalId = defineEndpoint({
  ...attachBase,
  id: 'attach_dataset_group_id_external_id',
  path: groupPath,
  summary: 'Attach an external id to a dataset group; attaching it again changes nothing',
  deprecated,
  params: z.object(GroupId),
  success: { 201: AttachedExternalId },
  example: { params: { dataset_group_id: 1 }, body: groupExample },
})

export const listDatasetGroupExternalIds = defineEndpoint({
  ...listBase,
  id: 'list_dataset_group_id_external_ids',
  path: groupPath,
  summary: 'List the external ids of a dataset group',
  deprecated,
  params: z.object(GroupId),
  example: { params: { dataset_group_id: 1 } },
})

export const detachDatasetGroupExternalId = defineEndpoint({
  ...detachBase,
  id: 'delete_dataset_group_id_external_id',
  path: `${groupPath}/{source}/{external_id}`,
  summary: 'Detach an external id from a dataset group',
  deprecated,
  params: z.object({ ...GroupId, ...Mapping }),
  example: { params: { dataset_group_id: 1, ...groupExample } },
})

export const attachReportExternalId = defineEndpoint({
  ...attachBase,
  id: 'attach_report_id_external_id',
  path: reportPath,
  summary: 'Attach an external id to a report; attaching it again changes nothing',
  deprecated,
  params: z.object(ReportId),
  success: { 201: AttachedExternalId },
  example: { params: { report_id: 1 }, body: reportExample },
})

export const listReportExternalIds = defineEndpoint({
  ...listBase,
  id: 'list_report_id_external_ids',
  path: reportPath,
  summary: 'List the external ids of a report',
  deprecated,
  params: z.object(ReportId),
  example: { params: { report_id: 1 } },
})

export const detachReportExternalId = defineEndpoint({
  ...detachBase,
  id: 'delete_report_id_external_id',
  path: `${reportPath}/{source}/{external_id}`,
  summary: 'Detach an external id from a report',
  deprecated,
  params: z.object({ ...ReportId, ...Mapping }),
  example: { params: { report_id: 1, ...reportExample } },
})
