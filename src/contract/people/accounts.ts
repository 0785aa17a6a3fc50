import { z } from 'zod'
import { answer, endpointsOf, named, namedErrors, textId, timestamp } from '../kit/index.ts'
import { Person, publicApiPath } from './fields.ts'

const define = endpointsOf({ tags: ['installation'] })

const Account = named('Account', {
  person: Person,
  created_at: timestamp,
  /** Null while the account is open. */
  closed_at: timestamp.nullable(),
  /** Last activity of a live session, accurate to the hour. */
  last_seen_at: timestamp.nullable(),
  may_make_workspaces: z.boolean(),
  is_installation_admin: z.boolean(),
  workspaces: z.array(z.object({ id: z.int(), name: z.string() })),
})

const InstallationWorkspace = named('InstallationWorkspace', {
  id: z.int(),
  name: z.string(),
  created_at: timestamp,
  /** Whether the workspace may call models with the provider keys of the server's environment. */
  provider_keys: z.boolean(),
})

export const listAccounts = define({
  id: 'list_accounts',
  get: `${publicApiPath}/accounts`,
  summary: 'List the accounts of this server, for its installation admins',
  sessionOnly: true,
  role: 'viewer',
  success: { 200: answer('AccountsResponse', { accounts: z.array(Account) }) },
  example: {},
})

export const updateAccount = define({
  id: 'update_account',
  patch: `${publicApiPath}/accounts/{person_id}`,
  summary: 'Close or reopen an account, and change its rights in the installation',
  description:
    'For installation admins. An admin cannot change their own account here. Closing ends the sessions, the personal keys and the memberships ' +
    'of the account at once; event streams and websockets end within two seconds. A workspace that would be left ' +
    'without an admin gets the caller as its admin. A reopened account is a member of nothing until it is invited.',
  sessionOnly: true,
  role: 'viewer',
  params: z.object({ person_id: z.uuid().meta({ entity: 'account' }) }),
  body: z
    .strictObject({
      closed: z.boolean().optional(),
      may_make_workspaces: z.boolean().optional(),
      is_installation_admin: z.boolean().optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'must have at least one field to change'),
  success: { 200: answer('AccountResponse', { account: Account }) },
  errors: namedErrors,
  example: {
    params: { person_id: '01890000-0000-7000-8000-000000000001' },
    body: { may_make_workspaces: true },
  },
})

export const listInstallationWorkspaces = define({
  id: 'list_installation_workspaces',
  get: `${publicApiPath}/installation/workspaces`,
  summary: 'List all workspaces of this server, for its installation admins',
  sessionOnly: true,
  role: 'viewer',
  success: { 200: answer('InstallationWorkspacesResponse', { workspaces: z.array(InstallationWorkspace) }) },
  example: {},
})

export const updateInstallationWorkspace = define({
  id: 'update_installation_workspace',
  patch: `${publicApiPath}/installation/workspaces/{workspace_id}`,
  summary: 'Grant or refuse a workspace the provider keys of the server',
  description:
    'For installation admins. Without the grant, a workspace calls models only with the keys of its own ' +
    'connections.',
  sessionOnly: true,
  role: 'viewer',
  params: z.object({ workspace_id: textId('installation-workspace') }),
  body: z.strictObject({ provider_keys: z.boolean() }),
  success: { 200: answer('InstallationWorkspaceResponse', { workspace: InstallationWorkspace }) },
  example: { params: { workspace_id: 1 }, body: { provider_keys: true } },
})
