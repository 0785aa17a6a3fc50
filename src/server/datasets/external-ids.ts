import { externalIdOperations } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { findGroup } from './group-queries.ts'

const operations = externalIdOperations(
  'dataset-group',
  async (db, workspace, id) => (await findGroup(db, workspace, id)) !== undefined,
)

export const attachDatasetGroupExternalId: Handler<'attachDatasetGroupExternalId'> = (
  context,
  { caller, params, body },
) => operations.attach(context, caller, params.dataset_group_id, body)

export const listDatasetGroupExternalIds: Handler<'listDatasetGroupExternalIds'> = (
  context,
  { caller, params },
) => operations.list(context, caller, params.dataset_group_id)

export const detachDatasetGroupExternalId: Handler<'detachDatasetGroupExternalId'> = (
  context,
  { caller, params },
) =>
  operations.detach(context, caller, params.dataset_group_id, {
    source: params.source,
    external_id: params.external_id,
  })
