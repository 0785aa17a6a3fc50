import { externalIdOperations } from '../external-ids/index.ts'
import { findGroup } from './group-queries.ts'

export const {
  attach: attachDatasetGroupExternalId,
  list: listDatasetGroupExternalIds,
  detach: detachDatasetGroupExternalId,
} = externalIdOperations({ kind: 'dataset-group', param: 'dataset_group_id', find: findGroup })
