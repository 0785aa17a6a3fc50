import { Refusal } from '../../engine/refusal.ts'
import { refusingDuplicates, type Store, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'

/** The queries of a registry that check and change names. */
export interface NamingRegistry {
  isId(tx: Tx, workspace: WorkspaceId, text: string): Promise<boolean>
  update(
    tx: Tx,
    workspace: WorkspaceId,
    id: number,
    change: { readonly name: string; readonly deleted_at?: null; readonly updated_at: number },
  ): Promise<void>
}

interface Renaming {
  readonly workspace: WorkspaceId
  readonly identifier: string | number
  readonly name: string
  readonly now: number
}

export const renameEntity = (
  store: Store,
  registry: NamingRegistry & {
    get(tx: Tx, workspace: WorkspaceId, identifier: string | number): Promise<{ readonly id: number }>
  },
  noun: string,
  { workspace, identifier, name, now }: Renaming,
): Promise<{ id: number; name: string }> =>
  refusingDuplicates(store, `Another ${noun} has this name.`, () =>
    store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      const { id } = await registry.get(tx, workspace, identifier)
      await refuseIdAsName(tx, registry, workspace, noun, name)
      await registry.update(tx, workspace, id, { name, updated_at: now })
      return { id, name }
    }),
  )

export async function refuseIdAsName(
  tx: Tx,
  registry: NamingRegistry,
  workspace: WorkspaceId,
  noun: string,
  name: string,
): Promise<void> {
  if (await registry.isId(tx, workspace, name))
    throw new Refusal('invalid', `${name} is the id of a ${noun}, so it cannot be a name`, {
      loc: ['body', 'name'],
      type: 'name_is_id',
    })
}
