import { z } from 'zod'
import {
  answer,
  boundedRecord,
  Deleted,
  endpointsOf,
  named,
  namedErrors,
  nameText,
  outboundUrl,
  textId,
  times,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['mcp-servers'], errors: namedErrors })
const path = '/api/public/v2/mcp-servers'

const ServerName = nameText(255)

const Headers = boundedRecord(
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]{0,8192}$/, 'must be a valid header value'),
  50,
  z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/, 'must be a valid header name'),
).refine((headers) => {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return new Set(names).size === names.length
}, 'must not contain the same header twice')

export const McpServer = named('McpServer', {
  id: z.int(),
  workspace_id: z.int(),
  name: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value_suffix: z.string().nullable() })),
  ...times,
})

const OneServer = answer('McpServerResponse', { mcp_server: McpServer })

const ServerId = z.object({ mcp_server_id: textId('mcp-server') })

export const listMcpServers = define({
  id: 'list_mcp_servers',
  get: path,
  summary: 'List the MCP servers',
  success: { 200: answer('McpServersResponse', { mcp_servers: z.array(McpServer) }) },
  example: {},
})

export const createMcpServer = define({
  id: 'create_mcp_server',
  post: path,
  summary: 'Register an MCP server, reached over Streamable HTTP',
  description:
    `Header values may contain environment variables of the workspace as $\{NAME}; they are inserted at ` +
    'each call. Values are never shown again.',
  role: 'admin',
  unauditedFields: ['headers'],
  body: z.strictObject({ name: ServerName, url: outboundUrl, headers: Headers.nullable().default(null) }),
  success: { 201: OneServer },
  example: {
    body: {
      name: 'search',
      url: 'https://mcp.example.com/mcp',
      headers: { Authorization: 'Bearer 0123456789abcdef' },
    },
  },
})

export const readMcpServer = define({
  id: 'read_mcp_server',
  get: `${path}/{mcp_server_id}`,
  summary: 'Read an MCP server',
  params: ServerId,
  success: { 200: OneServer },
  example: { params: { mcp_server_id: 1 } },
})

export const updateMcpServer = define({
  id: 'update_mcp_server',
  patch: `${path}/{mcp_server_id}`,
  summary: 'Change an MCP server',
  description:
    'Fields that are left out stay as they are, with one exception: a new `url` deletes the stored ' +
    'headers unless `headers` come with it. `headers` replaces all stored headers.',
  role: 'admin',
  unauditedFields: ['headers'],
  params: ServerId,
  body: z.strictObject({
    name: ServerName.optional(),
    url: outboundUrl.optional(),
    headers: Headers.nullable().optional(),
  }),
  success: { 200: OneServer },
  example: { params: { mcp_server_id: 1 }, body: { name: 'web search' } },
})

export const deleteMcpServer = define({
  id: 'delete_mcp_server',
  delete: `${path}/{mcp_server_id}`,
  summary: 'Delete an MCP server',
  role: 'admin',
  params: ServerId,
  success: { 200: Deleted },
  example: { params: { mcp_server_id: 1 } },
})

export const testMcpServer = define({
  id: 'test_mcp_server',
  post: `${path}/{mcp_server_id}/test`,
  summary: 'List the tools of an MCP server',
  description: 'An unreachable server is a successful call: `reached` is false and `error` says why.',
  audited: false,
  params: ServerId,
  success: {
    200: answer('McpServerTestResponse', {
      reached: z.boolean(),
      tools: z.array(z.looseObject({ name: z.string() })),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  },
  example: { params: { mcp_server_id: 1 } },
})
