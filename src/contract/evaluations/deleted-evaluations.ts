import { z } from 'zod'
import { deletedList } from '../kit/deleted-list.ts'
import { answer, endpointsOf, namedErrors, textId } from '../kit/index.ts'
import { EntityName } from './fields.ts'

const groups = '/api/public/v2/deleted-dataset-groups'
const reports = '/api/public/v2/deleted-reports'
const ofDatasets = endpointsOf({ tags: ['datasets'], deprecated: true })
const ofReports = endpointsOf({ tags: ['reports'], deprecated: true })

const Restored = z.object({ id: z.int(), name: z.string() })

export const listDeletedDatasetGroups = ofDatasets({
  id: 'list_deleted_dataset_groups',
  get: groups,
  summary: 'List dataset groups that were deleted in the last 30 days, the latest first',
  ...deletedList('DeletedDatasetGroupsResponse', 'dataset_groups', { id: z.int(), name: z.string() }),
})

export const restoreDatasetGroup = ofDatasets({
  id: 'restore_dataset_group',
  post: `${groups}/{dataset_group_id}/restore`,
  summary: 'Restore a dataset group that was deleted in the last 30 days',
  description:
    'Restores it outside folders, with its versions, its draft, and external ids that no other entity uses now. If ' +
    'another group has the name now, send a new `name`. A group that is not deleted stays as it is.',
  params: z.object({ dataset_group_id: textId('dataset-group') }),
  body: z.strictObject({ name: EntityName.nullish() }).default({}),
  success: { 200: answer('RestoredDatasetGroupResponse', { dataset_group: Restored }) },
  errors: namedErrors,
  example: { params: { dataset_group_id: 1 } },
})

export const listDeletedReports = ofReports({
  id: 'list_deleted_reports',
  get: reports,
  summary: 'List reports that were archived in the last 30 days, the latest first',
  ...deletedList('DeletedReportsResponse', 'reports', {
    id: z.int(),
    name: z.string(),
    is_blueprint: z.boolean(),
  }),
})

export const restoreReport = ofReports({
  id: 'restore_report',
  post: `${reports}/{report_id}/restore`,
  summary: 'Restore a report that was archived in the last 30 days',
  description:
    'A pipeline is back with its columns and runs, outside folders; a run that the archiving cancelled stays cancelled. ' +
    'External ids that no other entity uses now are restored. A report that is not archived stays as it is.',
  params: z.object({ report_id: textId('report') }),
  success: { 200: answer('RestoredReportResponse', { report: Restored }) },
  example: { params: { report_id: 1 } },
})
