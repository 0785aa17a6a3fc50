import { z } from 'zod'
import { answer, Deleted, endpointsOf, named, Role, textBoolean, textId, timestamp } from '../kit/index.ts'
import { PersonName, publicApiPath } from './fields.ts'

const define = endpointsOf({ tags: ['people'] })

/** Limit of live keys in a workspace. */
export const maxKeys = 1000
export const maxRequestsPerMinute = 600_000

/** Null: the default of the server (GALLEY_KEY_REQUESTS_PER_MINUTE; no limit if unset). 0: no limit. */
const RequestsPerMinute = z.int().min(0).max(maxRequestsPerMinute).nullable()

const ApiKey = named('ApiKey', {
  id: z.int(),
  name: z.string(),
  ends_with: z.string(),
  role: Role,
  created_by: z.string().nullable(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  requests_per_minute: RequestsPerMinute,
  /** The key ends with this person's account; null for a key of the workspace. */
  owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})

export const listKeys = define({
  id: 'list_api_keys',
  get: `${publicApiPath}/api-keys`,
  summary: 'List the live API keys, without the secrets',
  role: 'admin',
  success: { 200: answer('ApiKeysResponse', { api_keys: z.array(ApiKey) }) },
  example: {},
})

export const createApiKey = define({
  id: 'create_api_key',
  post: `${publicApiPath}/api-keys`,
  summary: 'Create an API key; the secret is shown only once',
  description:
    `A workspace has at most ${maxKeys} live keys. A personal key belongs to the person who makes it: it ends when ` +
    'their account is closed or they leave the workspace, and has at most their permissions.',
  role: 'admin',
  unauditedFields: ['key'],
  body: z.strictObject({
    name: PersonName,
    role: Role.default('contributor'),
    requests_per_minute: RequestsPerMinute.default(null),
    personal: z.boolean().default(false),
  }),
  success: { 201: answer('ApiKeyResponse', { api_key: ApiKey, key: z.string() }) },
  example: { body: { name: 'the shop', role: 'contributor' } },
})

export const updateApiKey = define({
  id: 'update_api_key',
  patch: `${publicApiPath}/api-keys/{api_key_id}`,
  summary: 'Change how many calls a key may make in a minute',
  description: 'A key over its rate gets 429 with Retry-After. Each server process counts for itself.',
  role: 'admin',
  params: z.object({ api_key_id: textId('api-key') }),
  body: z.strictObject({ requests_per_minute: RequestsPerMinute }),
  success: { 200: answer('ApiKeyChangeResponse', { api_key: ApiKey }) },
  example: { params: { api_key_id: 1 }, body: { requests_per_minute: 600 } },
})

export const revokeApiKey = define({
  id: 'revoke_api_key',
  delete: `${publicApiPath}/api-keys/{api_key_id}`,
  summary: 'Revoke a key at once',
  role: 'admin',
  description: 'A key can revoke itself only with `confirm=true`; the next call with it is refused.',
  params: z.object({ api_key_id: textId('api-key') }),
  query: z.object({ confirm: textBoolean.default(false) }),
  success: { 200: Deleted },
  example: { params: { api_key_id: 1 } },
})
