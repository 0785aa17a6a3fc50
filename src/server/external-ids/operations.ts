import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { EntityKind } from './kinds.ts'
import { attachAll, listExternalIds, presentMapping } from './mappings.ts'
import { deleteMapping, type Mapping } from './queries.ts'

interface ExternalIdsOptions<Param extends string, Id extends number | string> {
  readonly kind: EntityKind
  /** The name of the path parameter with the entity's id. */
  readonly param: Param
  /** Finds the entity; undefined if the workspace has none with this id. */
  find(db: Database | Tx, workspace: WorkspaceId, id: Id): Promise<object | undefined>
}

/** The part of a request that these operations read. */
export interface EntityCall<Params> {
  readonly caller: Caller
  readonly params: Params
}

/** Handlers that attach, list and detach the external ids of a kind of entity, named as their endpoints. */
export function handlersOfExternalIds<
  const Name extends string,
  const Param extends string,
  Id extends number | string,
>(name: Name, { kind, param, find }: ExternalIdsOptions<Param, Id>) {
  type EntityId = Readonly<Record<Param, Id>>
  const noun = kind.replaceAll('-', ' ')
  const refuseAbsent = async (db: Database | Tx, workspace: WorkspaceId, id: Id) => {
    if (!(await find(db, workspace, id))) throw new Refusal('not_found', `There is no such ${noun}.`)
  }

  async function attach(
    { store, now }: Context,
    { caller: { workspace }, params, body }: EntityCall<EntityId> & { readonly body: Mapping },
  ) {
    const id = params[param]
    await store.transact(async (tx) => {
      await refuseAbsent(tx, workspace, id)
      await attachAll(tx, workspace, { kind, id }, [body], now())
    })
    return { success: true as const, external_id: presentMapping(body) }
  }

  async function list({ store }: Context, { caller: { workspace }, params }: EntityCall<EntityId>) {
    const id = params[param]
    await refuseAbsent(store.db, workspace, id)
    return {
      success: true as const,
      external_ids: await listExternalIds(store.db, workspace, { kind, id }),
    }
  }

  async function detach(
    { store }: Context,
    { caller: { workspace }, params }: EntityCall<EntityId & Mapping>,
  ) {
    const id = params[param]
    await store.transact(async (tx) => {
      await refuseAbsent(tx, workspace, id)
      const count = await deleteMapping(tx, workspace, { kind, id }, params)
      if (count === 0) throw new Refusal('not_found', `The ${noun} has no such external id.`)
    })
    return { success: true as const }
  }

  return {
    [`attach${name}ExternalId`]: attach,
    [`list${name}ExternalIds`]: list,
    [`detach${name}ExternalId`]: detach,
  } as Record<`attach${Name}ExternalId`, typeof attach> &
    Record<`list${Name}ExternalIds`, typeof list> &
    Record<`detach${Name}ExternalId`, typeof detach>
}
