import { z } from 'zod'
import { endpointsOf } from '../kit/index.ts'
import { PersonName, publicApiPath, Session } from './fields.ts'

const define = endpointsOf({ tags: ['people'] })

export const createOwnWorkspace = define({
  id: 'create_workspace',
  post: `${publicApiPath}/workspaces`,
  summary: 'Create a workspace, and switch the session to it',
  description:
    'For people with the right to create workspaces; an API key stays in its workspace. A workspace made ' +
    'by an installation admin may call models with the provider keys of the server, unless ' +
    '`provider_keys` is false. Other workspaces need a grant.',
  sessionOnly: true,
  role: 'viewer',
  body: z.strictObject({ name: PersonName, provider_keys: z.boolean().default(true) }),
  success: { 201: Session },
  example: { body: { name: 'Research' } },
})
