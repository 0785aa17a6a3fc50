import { z } from 'zod'
import { answer, Deleted, endpointsOf, named, namedErrors, textId, timestamp } from '../kit/index.ts'

const v2 = '/api/public/v2'
const path = `${v2}/workspaces/{workspace_id}`
const define = endpointsOf({ tags: ['workspace'], errors: namedErrors })
const WorkspaceId = z.object({ workspace_id: textId('workspace') })

export const previewWorkspaceDeletion = define({
  id: 'preview_workspace_deletion',
  get: `${path}/deletion`,
  summary: 'Count what the deletion of the workspace would delete',
  sessionOnly: true,
  role: 'admin',
  params: WorkspaceId,
  success: {
    200: answer('WorkspaceDeletionPreviewResponse', {
      name: z.string(),
      members: z.int(),
      api_keys: z.int(),
      prompts: z.int(),
      workflows: z.int(),
      tables: z.int(),
      datasets: z.int(),
      requests: z.int(),
      traces: z.int(),
    }),
  },
  example: { params: { workspace_id: 1 } },
})

export const deleteWorkspace = define({
  id: 'delete_workspace',
  delete: path,
  summary: 'Delete the workspace of the session, with everything in it',
  description:
    'Cannot be undone. `name` is the exact name of the workspace. With the answer all keys, personal keys, invitations, ' +
    'memberships and jobs of the workspace have ended; event streams and websockets end within two seconds. A job then ' +
    'deletes its rows, media and bodies. Sessions continue in another workspace of their person, or end if there is none. ' +
    'The only workspace of the server cannot be deleted.',
  sessionOnly: true,
  role: 'admin',
  params: WorkspaceId,
  body: z.strictObject({ name: z.string().max(255) }),
  success: { 200: Deleted },
  example: { params: { workspace_id: 1 }, body: { name: 'a workspace' } },
})

const WorkspaceDeletion = named('WorkspaceDeletion', {
  workspace_id: z.int(),
  /** The name of the deleted workspace. */
  name: z.string(),
  deleted_by: z.object({ id: z.string(), name: z.string() }),
  started_at: timestamp,
  /** Null while rows are being deleted. */
  finished_at: timestamp.nullable(),
  /** Deleted rows by database table. Rows that are part of a request or trace are counted with it. */
  deleted: z.record(z.string(), z.int()),
})
export type WorkspaceDeletion = z.output<typeof WorkspaceDeletion>

export const listWorkspaceDeletions = define({
  id: 'list_workspace_deletions',
  get: `${v2}/installation/workspace-deletions`,
  summary: 'List the receipts of deleted workspaces, newest first, for installation admins',
  tags: ['installation'],
  sessionOnly: true,
  role: 'viewer',
  success: {
    200: answer('WorkspaceDeletionsResponse', { workspace_deletions: z.array(WorkspaceDeletion) }),
  },
  example: {},
})
