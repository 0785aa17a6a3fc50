import { Refusal } from '../../engine/refusal.ts'
import type { Database, ToolRow, ToolVersionRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { asId } from '../identifiers.ts'
import { findToolById, findToolByName, findVersionByLabel, findVersionByNumber } from './queries.ts'
import { type ToolVersion, versionOf } from './version.ts'

/** Finds by name or id with the rules of templates; creation keeps names and ids apart. */
export async function getTool(
  db: Database | Tx,
  workspace: WorkspaceId,
  identifier: string,
): Promise<ToolRow> {
  const id = asId(identifier)
  const byId = id === null ? undefined : await findToolById(db, workspace, id)
  const tool = byId ?? (await findToolByName(db, workspace, identifier))
  if (!tool) throw new Refusal('not_found', 'There is no such tool.')
  return tool
}

/** Selects a version. A label wins over a number; without both, the newest version is selected. */
export interface ToolSelector {
  readonly version?: number | null
  readonly label?: string | null
}

export async function findVersion(
  db: Database | Tx,
  workspace: WorkspaceId,
  tool: ToolRow,
  { version, label }: ToolSelector,
): Promise<ToolVersionRow | undefined> {
  if (label != null) return findVersionByLabel(db, workspace, tool.id, label)
  return findVersionByNumber(db, workspace, tool.id, version ?? tool.latest_version)
}

export async function getVersion(
  db: Database | Tx,
  workspace: WorkspaceId,
  tool: ToolRow,
  selector: ToolSelector,
): Promise<ToolVersion> {
  const row = await findVersion(db, workspace, tool, selector)
  if (row) return versionOf(row)
  throw new Refusal(
    'not_found',
    `The tool has no such ${selector.label != null ? 'release label' : 'version'}.`,
  )
}
