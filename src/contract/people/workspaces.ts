import { z } from 'zod'
import { defineEndpoint, standardErrors } from '../kit/index.ts'
import { PersonName, path, Session } from './fields.ts'

export const createOwnWorkspace = defineEndpoint({
  id: 'create_workspace',
  method: 'post',
  path: `${path}/workspaces`,
  summary: 'Create a workspace, and switch the session to it',
  description:
    'For people with the right to create workspaces; an API key stays in its workspace. A workspace made ' +
    'by an installation admin may call models with the provider keys of the server, unless ' +
    '`provider_keys` is false. Other workspaces need a grant.',
  tags: ['people'],
  auth: 'header',
  sessionOnly: true,
  role: 'viewer',
  body: z.strictObject({ name: PersonName, provider_keys: z.boolean().default(true) }),
  success: { 201: Session },
  errors: standardErrors,
  example: { body: { name: 'Research' } },
})
