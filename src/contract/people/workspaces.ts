import { z } from 'zod'
import { defineEndpoint, standardErrors } from '../kit/index.ts'
import { PersonName, path, Session } from './fields.ts'

export const createOwnWorkspace = defineEndpoint({
  id: 'create_workspace',
  method: 'post',
  path: `${path}/workspaces`,
  summary: 'Make a workspace of one’s own, and go on in it',
  description:
    'For people who have the right; an API key stays in its workspace. A workspace that an installation admin makes ' +
    'may call models with the provider keys of the server, unless `provider_keys` is false; others may not until ' +
    'they are granted them.',
  tags: ['people'],
  auth: 'header',
  forPeople: true,
  role: 'viewer',
  body: z.strictObject({ name: PersonName, provider_keys: z.boolean().default(true) }),
  success: { 201: Session },
  errors: standardErrors,
  example: { body: { name: 'Research' } },
})
