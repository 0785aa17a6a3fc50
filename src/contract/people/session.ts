import { z } from 'zod'
import { answer, cleanText, Deleted, endpointsOf, idOf, named, namedErrors, timestamp } from '../kit/index.ts'
import { Email, Password, PersonName, publicApiPath, Session } from './fields.ts'

const define = endpointsOf({ tags: ['people'] })

export const readSetup = define({
  id: 'read_setup',
  get: `${publicApiPath}/setup`,
  summary: 'Read whether the first person has signed up, and the ways to sign in',
  auth: 'none',
  success: {
    200: answer('SetupResponse', {
      needs_first_person: z.boolean(),
      password: z.boolean(),
      single_sign_on: z.boolean(),
    }),
  },
  example: {},
})

export const setUp = define({
  id: 'set_up',
  post: `${publicApiPath}/setup`,
  summary: 'Create the first person, as admin of the first workspace',
  description: 'Works once. `code` is in the address that the server prints when it starts.',
  auth: 'none',
  unauditedFields: ['code', 'password'],
  body: z.strictObject({
    code: z.string().max(100),
    name: PersonName,
    email: Email,
    password: Password,
    workspace_name: PersonName.optional(),
  }),
  success: { 201: Session },
  example: {
    body: { code: 'from-the-log', name: 'Ada', email: 'ada@example.com', password: 'a long passphrase' },
  },
})

export const signIn = define({
  id: 'sign_in',
  post: `${publicApiPath}/session`,
  summary: 'Sign in with e-mail and password; the answer sets a session cookie',
  auth: 'none',
  body: z.strictObject({ email: cleanText.max(254), password: z.string().max(256) }),
  success: { 200: Session },
  example: { body: { email: 'ada@example.com', password: 'a long passphrase' } },
})

export const readSession = define({
  id: 'read_session',
  get: `${publicApiPath}/session`,
  summary: 'Read the caller: person or key, workspace, and permissions',
  success: { 200: Session },
  example: {},
})

export const switchWorkspace = define({
  id: 'switch_workspace',
  patch: `${publicApiPath}/session`,
  summary: 'Switch the session to another workspace',
  sessionOnly: true,
  role: 'viewer',
  body: z.strictObject({ workspace_id: idOf('workspace') }),
  success: { 200: Session },
  example: { body: { workspace_id: 1 } },
})

export const signOut = define({
  id: 'sign_out',
  delete: `${publicApiPath}/session`,
  summary: 'Sign out',
  sessionOnly: true,
  role: 'viewer',
  success: { 200: Deleted },
  example: {},
})

export const changePassword = define({
  id: 'change_password',
  post: `${publicApiPath}/session/password`,
  summary: 'Change your own password; all other sessions of the person end',
  sessionOnly: true,
  role: 'viewer',
  unauditedFields: ['password', 'new_password'],
  body: z.strictObject({ password: z.string().max(256), new_password: Password }),
  success: { 200: Deleted },
  example: { body: { password: 'a long passphrase', new_password: 'another passphrase' } },
})

export const updateProfile = define({
  id: 'update_profile',
  patch: `${publicApiPath}/session/person`,
  summary: 'Change your own name',
  sessionOnly: true,
  role: 'viewer',
  body: z.strictObject({ name: PersonName }),
  success: { 200: Session },
  example: { body: { name: 'Ada Lovelace' } },
})

const OpenSession = named('OpenSession', {
  /** The workspace in which the session is. */
  workspace: z.object({ id: z.int(), name: z.string() }),
  signed_in_at: timestamp,
  last_seen_at: timestamp.meta({ description: 'Last use, with a precision of one hour.' }),
  ends_at: timestamp.meta({ description: 'End of the session without further use.' }),
  is_current: z.boolean(),
})

const sessionsPath = `${publicApiPath}/sessions`

export const listSessions = define({
  id: 'list_sessions',
  get: sessionsPath,
  summary: 'List your own sessions, in all workspaces',
  sessionOnly: true,
  role: 'viewer',
  success: { 200: answer('SessionsResponse', { sessions: z.array(OpenSession) }) },
  example: {},
})

export const endOtherSessions = define({
  id: 'end_other_sessions',
  delete: sessionsPath,
  summary: 'End all your sessions except this one',
  sessionOnly: true,
  role: 'viewer',
  success: { 200: answer('SessionsEndedResponse', { ended: z.int() }) },
  example: {},
})

export const leaveWorkspace = define({
  id: 'leave_workspace',
  delete: `${publicApiPath}/session/membership`,
  summary: 'Leave the workspace of the session',
  description:
    'Your personal keys of the workspace end, your work stays. The session continues in another of your ' +
    'workspaces, or ends if there is none. The last admin cannot leave.',
  sessionOnly: true,
  role: 'viewer',
  success: { 200: Deleted },
  errors: namedErrors,
  example: {},
})
