import { z } from 'zod'
import { defineEndpoint, standardErrors } from '../kit/index.ts'
import { PersonName, path, Session } from './fields.ts'

export const createOwnWorkspace = defineEndpoint({
  id: 'create_workspace',
  method: 'post',
  path: `${path}/workspaces`,
  summary: 'Make a workspace of one’s own, and go on in it',
  description: 'For people; an API key stays in its workspace.',
  tags: ['people'],
  auth: 'header',
  forPeople: true,
  role: 'viewer',
  body: z.strictObject({ name: PersonName }),
  success: { 201: Session },
  errors: standardErrors,
  example: { body: { name: 'Research' } },
})
