import { externalIdOperations } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { findFolder } from './queries.ts'

const operations = externalIdOperations(
  'folder',
  async (db, workspace, id) => (await findFolder(db, workspace, id)) !== undefined,
)

export const attachFolderExternalId: Handler<'attachFolderExternalId'> = (
  context,
  { caller, params, body },
) => operations.attach(context, caller, params.folder_id, body)

export const listFolderExternalIds: Handler<'listFolderExternalIds'> = (context, { caller, params }) =>
  operations.list(context, caller, params.folder_id)

export const detachFolderExternalId: Handler<'detachFolderExternalId'> = (context, { caller, params }) =>
  operations.detach(context, caller, params.folder_id, {
    source: params.source,
    external_id: params.external_id,
  })
