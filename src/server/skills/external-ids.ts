import { externalIdOperations } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { findCollectionById } from './queries.ts'

const operations = externalIdOperations<string>(
  'skill-collection',
  async (db, workspace, id) => (await findCollectionById(db, workspace, id)) !== undefined,
)

export const attachSkillExternalId: Handler<'attachSkillExternalId'> = (context, { caller, params, body }) =>
  operations.attach(context, caller, params.skill_collection_id, body)

export const listSkillExternalIds: Handler<'listSkillExternalIds'> = (context, { caller, params }) =>
  operations.list(context, caller, params.skill_collection_id)

export const detachSkillExternalId: Handler<'detachSkillExternalId'> = (context, { caller, params }) =>
  operations.detach(context, caller, params.skill_collection_id, {
    source: params.source,
    external_id: params.external_id,
  })
