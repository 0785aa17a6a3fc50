import { z } from 'zod'
import { NumberOutOfRange } from '../../../engine/json/exact-number.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { McpError } from './mcp-error.ts'

/** The client offers the first version and accepts all of them. */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const members = z.record(z.string(), z.unknown())

const incoming = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  result: members.optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
})
/** Any message of a server: an answer, a notification or a request. */
export type Incoming = z.infer<typeof incoming>

export const initializeResult = z.looseObject({ protocolVersion: z.string() })

const tool = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: members,
  outputSchema: members.optional(),
  annotations: members.optional(),
})
export type McpTool = z.infer<typeof tool>

export const listToolsResult = z.looseObject({ tools: z.array(tool), nextCursor: z.string().nullish() })

export const callToolResult = z.object({
  /** Content blocks in the server's form: texts, images, resources. */
  content: z.array(members).default([]),
  structuredContent: members.nullish().transform((value) => value ?? null),
  /** True if the tool failed; `content` then describes the failure. */
  isError: z.boolean().default(false),
})
export type McpToolResult = z.infer<typeof callToolResult>

export function parseAs<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new McpError('bad_answer', `The MCP server sent ${name} that does not fit the protocol.`)
}

/** Parses one message or a batch, which protocol version 2025-03-26 allowed. */
export function parseIncoming(text: string): Incoming[] {
  const value = parseJson(text)
  return (Array.isArray(value) ? value : [value]).map((message) => parseAs(incoming, message, 'a message'))
}

function parseJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    const reason =
      error instanceof NumberOutOfRange ? 'a number that is too large' : 'a text that is not JSON'
    throw new McpError('bad_answer', `The MCP server sent ${reason}.`)
  }
}
