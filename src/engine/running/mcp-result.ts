import { limitDepth } from '../template/provider-reading/common/json.ts'

/** The known fields of an MCP tool's result. */
export interface McpResult {
  readonly content: readonly Readonly<Record<string, unknown>>[]
  readonly structuredContent: Readonly<Record<string, unknown>> | null
}

/** The text that a model gets for a result. */
export function mcpResultText({ content, structuredContent }: McpResult): string {
  const parts = content.map((part) =>
    part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`,
  )
  if (parts.length > 0) return parts.join('\n')
  return structuredContent === null ? '' : JSON.stringify(limitDepth(structuredContent))
}
