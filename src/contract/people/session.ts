import { z } from 'zod'
import { cleanText, Deleted, defineEndpoint, idOf, standardErrors } from '../kit/index.ts'
import { Email, Password, PersonName, path, Session } from './fields.ts'

const tags = ['people'] as const

export const readSetup = defineEndpoint({
  id: 'read_setup',
  method: 'get',
  path: `${path}/setup`,
  summary: 'Read whether the first person has signed up, and the ways to sign in',
  tags,
  auth: 'none',
  success: {
    200: z
      .object({
        success: z.literal(true),
        needs_first_person: z.boolean(),
        password: z.boolean(),
        single_sign_on: z.boolean(),
      })
      .meta({ id: 'SetupResponse' }),
  },
  errors: standardErrors,
  example: {},
})

export const setUp = defineEndpoint({
  id: 'set_up',
  method: 'post',
  path: `${path}/setup`,
  summary: 'Create the first person, as admin of the first workspace',
  description: 'Works once. `code` is in the address that the server prints when it starts.',
  tags,
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
  errors: standardErrors,
  example: {
    body: { code: 'from-the-log', name: 'Ada', email: 'ada@example.com', password: 'a long passphrase' },
  },
})

export const signIn = defineEndpoint({
  id: 'sign_in',
  method: 'post',
  path: `${path}/session`,
  summary: 'Sign in with e-mail and password; the answer sets a session cookie',
  tags,
  auth: 'none',
  body: z.strictObject({ email: cleanText.max(254), password: z.string().max(256) }),
  success: { 200: Session },
  errors: standardErrors,
  example: { body: { email: 'ada@example.com', password: 'a long passphrase' } },
})

export const readSession = defineEndpoint({
  id: 'read_session',
  method: 'get',
  path: `${path}/session`,
  summary: 'Read the caller: person or key, workspace, and permissions',
  tags,
  auth: 'header',
  success: { 200: Session },
  errors: standardErrors,
  example: {},
})

export const switchWorkspace = defineEndpoint({
  id: 'switch_workspace',
  method: 'patch',
  path: `${path}/session`,
  summary: 'Switch the session to another workspace',
  tags,
  auth: 'header',
  sessionOnly: true,
  role: 'viewer',
  body: z.strictObject({ workspace_id: idOf('workspace') }),
  success: { 200: Session },
  errors: standardErrors,
  example: { body: { workspace_id: 1 } },
})

export const signOut = defineEndpoint({
  id: 'sign_out',
  method: 'delete',
  path: `${path}/session`,
  summary: 'Sign out',
  tags,
  auth: 'header',
  sessionOnly: true,
  role: 'viewer',
  success: { 200: Deleted },
  errors: standardErrors,
  example: {},
})

export const changePassword = defineEndpoint({
  id: 'change_password',
  method: 'post',
  path: `${path}/session/password`,
  summary: 'Change your own password; all other sessions of the person end',
  tags,
  auth: 'header',
  sessionOnly: true,
  role: 'viewer',
  unauditedFields: ['password', 'new_password'],
  body: z.strictObject({ password: z.string().max(256), new_password: Password }),
  success: { 200: Deleted },
  errors: standardErrors,
  example: { body: { password: 'a long passphrase', new_password: 'another passphrase' } },
})
