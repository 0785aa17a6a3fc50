import { settle } from '../template/provider-reading/common/json.ts'

/** The result of an MCP tool, of which nothing is known but this. */
export interface McpResult {
  readonly content: readonly Readonly<Record<string, unknown>>[]
  readonly structuredContent: Readonly<Record<string, unknown>> | null
}

/** A result as the text that a model reads. */
export function mcpResultText({ content, structuredContent }: McpResult): string {
  const parts = content.map((part) =>
    part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`,
  )
  if (parts.length > 0) return parts.join('\n')
  return structuredContent === null ? '' : JSON.stringify(settle(structuredContent))
}
