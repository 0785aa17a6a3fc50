export { authenticator } from './authenticate.ts'
export {
  type CreatedWorkspace,
  createKey,
  createWorkspace,
  describeKeys,
  ensureDefaultWorkspace,
  revoke,
} from './keys.ts'
export { namedWorkspace } from './named-workspace.ts'
export { lockRegistry } from './queries.ts'
export { readSettings, type WorkspaceSettings, workspaceHandlers } from './settings.ts'
