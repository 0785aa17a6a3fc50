import { z } from 'zod'
import {
  answer,
  cleanText,
  Deleted,
  endpointsOf,
  named,
  namedErrors,
  nameText,
  outboundUrl,
  standardErrors,
  textId,
  times,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['connections'], errors: namedErrors })
const path = '/api/public/v2/connections'

const ConnectionName = nameText(255)
const Provider = cleanText.min(1).max(64)
/** Providers whose wire a custom provider may use. */
const Client = z.enum([
  'openai',
  'openai.azure',
  'anthropic',
  'anthropic.bedrock',
  'amazon.bedrock',
  'google',
  'vertexai',
  'mistral',
  'cohere',
  'huggingface',
])
const ProviderKey = cleanText.min(1).max(16_384)

export const Connection = named('Connection', {
  id: z.int(),
  workspace_id: z.int(),
  name: z.string(),
  provider: z.string(),
  client: z.string().nullable(),
  base_url: z.string().nullable(),
  has_api_key: z.boolean(),
  api_key_suffix: z.string().nullable(),
  share_api_key: z.boolean(),
  ...times,
})

const OneConnection = answer('ConnectionResponse', { connection: Connection })

const ConnectionId = z.object({ connection_id: textId('connection') })

export const listConnections = define({
  id: 'list_connections',
  get: path,
  summary: 'List the connections to providers',
  success: {
    200: answer('ConnectionsResponse', {
      connections: z.array(Connection),
      /** Providers that this workspace can call with keys of the server's environment. */
      environment_providers: z.array(z.string()),
    }),
  },
  example: {},
})

export const createConnection = define({
  id: 'create_connection',
  post: path,
  summary: 'Create a connection to a provider',
  description:
    'A template version names a connection by `provider_base_url_name`, or by `provider_id` when ' +
    "`provider` is `custom`. A custom provider needs a `base_url`; `client` says which provider's wire " +
    'it uses. The key is never shown again. With `share_api_key`, the key of a custom provider is sent ' +
    'to every reader of a template that names it, so that the SDKs can call the provider. Without it, ' +
    'the SDKs use the key of their own environment.',
  role: 'admin',
  unauditedFields: ['api_key'],
  body: z.strictObject({
    name: ConnectionName,
    provider: Provider,
    client: Client.nullable().default(null),
    base_url: outboundUrl.nullable().default(null),
    api_key: ProviderKey.nullable().default(null),
    share_api_key: z.boolean().default(false),
  }),
  success: { 201: OneConnection },
  example: {
    body: {
      name: 'our own models',
      provider: 'custom',
      client: 'openai',
      base_url: 'https://models.example.com/v1',
      api_key: 'sk-0123456789abcdef',
    },
  },
})

export const readConnection = define({
  id: 'read_connection',
  get: `${path}/{connection_id}`,
  summary: 'Read a connection',
  params: ConnectionId,
  success: { 200: OneConnection },
  example: { params: { connection_id: 1 } },
})

export const updateConnection = define({
  id: 'update_connection',
  patch: `${path}/{connection_id}`,
  summary: 'Change a connection',
  description:
    'Fields that are left out stay as they are, with one exception: a new `provider` or `base_url` ' +
    'deletes the stored key unless `api_key` comes with it, so that a key is never sent to a new ' +
    'address. For the same reason `share_api_key` can only be turned on together with the key.',
  role: 'admin',
  unauditedFields: ['api_key'],
  params: ConnectionId,
  body: z.strictObject({
    name: ConnectionName.optional(),
    provider: Provider.optional(),
    client: Client.nullable().optional(),
    base_url: outboundUrl.nullable().optional(),
    api_key: ProviderKey.nullable().optional(),
    share_api_key: z.boolean().optional(),
  }),
  success: { 200: OneConnection },
  example: { params: { connection_id: 1 }, body: { name: 'our own models, renamed' } },
})

export const deleteConnection = define({
  id: 'delete_connection',
  delete: `${path}/{connection_id}`,
  summary: 'Delete a connection; templates that name it are then served without it, with a warning',
  role: 'admin',
  params: ConnectionId,
  success: { 200: Deleted },
  example: { params: { connection_id: 1 } },
})

export const testConnection = define({
  id: 'test_connection',
  post: `${path}/{connection_id}/test`,
  summary: 'Test a connection: ask a model one short question with its key',
  description:
    'A failing provider is a successful test: `state` is `failing` and `error` has its message and ' +
    'status. `missing` means that an address or a key is missing. Without `model`, a small model of the ' +
    'provider is called. Custom providers and Azure need a `model`, because their model names are known ' +
    'only to the workspace. The call is real and paid for; it is not logged.',
  role: 'admin',
  audited: false,
  params: ConnectionId,
  body: z.strictObject({ model: cleanText.min(1).max(255).nullable().default(null) }),
  success: {
    200: answer('ConnectionTestResponse', {
      state: z.enum(['works', 'missing', 'failing']),
      model: z.string(),
      latency_ms: z.int().nullable(),
      error: z
        .object({ message: z.string(), status: z.int().nullable(), error_type: z.string().nullable() })
        .nullable(),
    }),
  },
  errors: standardErrors,
  example: { params: { connection_id: 1 }, body: { model: 'our-own-small' } },
})
