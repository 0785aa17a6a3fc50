import type { McpServerRow } from '../db/index.ts'
import type { SecretBox } from '../sealing/index.ts'
import { type SealedColumn, sealedFor, suffixOf } from '../secrets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const headersColumn: SealedColumn = { table: 'mcp_servers', column: 'sealed_headers' }

type HeaderValues = Readonly<Record<string, string>>

/** The parts of a header that callers may see: its name and its masked value. */
export interface HeaderOutline {
  readonly name: string
  readonly value_suffix: string | null
}

export function sealedHeaders(
  secrets: SecretBox,
  workspace: WorkspaceId,
  id: number,
  headers: HeaderValues | null,
): Pick<McpServerRow, 'sealed_headers' | 'header_outlines'> {
  const entries = Object.entries(headers ?? {})
  const outlines: HeaderOutline[] = entries.map(([name, value]) => ({ name, value_suffix: suffixOf(value) }))
  return {
    sealed_headers:
      entries.length === 0
        ? null
        : secrets.seal(JSON.stringify(headers), sealedFor(headersColumn, workspace, id)),
    header_outlines: JSON.stringify(outlines),
  }
}

export function openedHeaders(
  secrets: SecretBox,
  { workspace_id, id, sealed_headers }: McpServerRow,
): HeaderValues {
  if (sealed_headers === null) return {}
  return JSON.parse(secrets.open(sealed_headers, sealedFor(headersColumn, workspace_id, id))) as HeaderValues
}
