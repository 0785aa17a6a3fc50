import { z } from 'zod'
import {
  Deleted,
  defineEndpoint,
  Role,
  standardErrors,
  textBoolean,
  textId,
  timestamp,
} from '../kit/index.ts'
import { PersonName, path } from './fields.ts'

const tags = ['people'] as const

const ApiKey = z
  .object({
    id: z.int(),
    name: z.string(),
    ends_with: z.string(),
    role: Role,
    created_by: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })

export const listKeys = defineEndpoint({
  id: 'list_api_keys',
  method: 'get',
  path: `${path}/api-keys`,
  summary: 'List the live API keys; the keys themselves are never shown again',
  tags,
  auth: 'header',
  role: 'admin',
  success: {
    200: z.object({ success: z.literal(true), api_keys: z.array(ApiKey) }).meta({ id: 'ApiKeysResponse' }),
  },
  errors: standardErrors,
  example: {},
})

export const createApiKey = defineEndpoint({
  id: 'create_api_key',
  method: 'post',
  path: `${path}/api-keys`,
  summary: 'Make an API key, which is shown this once',
  tags,
  auth: 'header',
  role: 'admin',
  unrecorded: ['key'],
  body: z.strictObject({ name: PersonName, role: Role.default('contributor') }),
  success: {
    201: z
      .object({ success: z.literal(true), api_key: ApiKey, key: z.string() })
      .meta({ id: 'ApiKeyResponse' }),
  },
  errors: standardErrors,
  example: { body: { name: 'the shop', role: 'contributor' } },
})

export const revokeApiKey = defineEndpoint({
  id: 'revoke_api_key',
  method: 'delete',
  path: `${path}/api-keys/{api_key_id}`,
  summary: 'End a key at once',
  tags,
  auth: 'header',
  role: 'admin',
  description: 'A key ends itself only with `confirm=true`: the next call with it is refused.',
  params: z.object({ api_key_id: textId('api-key') }),
  query: z.object({ confirm: textBoolean.default(false) }),
  success: { 200: Deleted },
  errors: standardErrors,
  example: { params: { api_key_id: 1 } },
})
