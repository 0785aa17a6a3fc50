/** Workspaces, their settings, API keys and authentication by key. */

export { keyAuthenticator, transactOnKeys } from './authenticate.ts'
export {
  type CreatedWorkspace,
  createKey,
  createWorkspace,
  createWorkspaceIn,
  describeKeys,
  ensureDefaultWorkspace,
  makeKey,
  revoke,
} from './keys.ts'
export { namedWorkspace, workspaceOfKey } from './named-workspace.ts'
export {
  findFirstWorkspace,
  findWorkspaceName,
  lowerPersonalKeys,
  renameWorkspace,
  revokeKey as revokeOwnKey,
  revokePersonalKeys,
  selectLiveKeys,
  setKeyRate,
} from './queries.ts'
export { bumpRegistryRevision, findRegistryRevision } from './registry-revision.ts'
export { readSettings, setProviderKeys, workspaceHandlers } from './settings.ts'
export { hasProviderKeys, lockWorkspace } from './settings-queries.ts'
