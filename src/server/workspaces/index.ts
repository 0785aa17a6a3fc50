export { keyAuthenticator } from './authenticate.ts'
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
export { namedWorkspace } from './named-workspace.ts'
export {
  findFirstWorkspace,
  findRegistryRevision,
  findWorkspaceName,
  lockRegistry,
  renameWorkspace,
  revokeKey as revokeOwnKey,
  selectLiveKeys,
} from './queries.ts'
export { readSettings, type WorkspaceSettings, workspaceHandlers } from './settings.ts'
export { lockWorkspace } from './settings-queries.ts'
