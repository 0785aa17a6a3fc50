import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { presentVersion } from './present.ts'
import { saveVersion } from './save-version.ts'
import { toolRegistry } from './tool-registry.ts'

/** Creates a version. Templates that use the newest version get this one at their next read. */
export const createToolVersion: Handler<'createToolVersion'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const tool = await toolRegistry.get(tx, workspace, params.identifier)
    const version = await saveVersion(store, tx, workspace, tool, body, now())
    return { success: true as const, version: presentVersion(version) }
  })
}
