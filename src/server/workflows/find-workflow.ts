import { Refusal } from '../../engine/refusal.ts'
import type { Database, Tx, WorkflowRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { asId } from '../identifiers.ts'
import { findVersionByLabel, findVersionByNumber, findWorkflowById, findWorkflowByName } from './queries.ts'
import { versionOf, type WorkflowVersion } from './version.ts'

/** Finds by name or id with the rules of templates; creation keeps names and ids apart. */
export async function findWorkflow(
  db: Database | Tx,
  workspace: WorkspaceId,
  identifier: string | number,
): Promise<WorkflowRow | undefined> {
  if (typeof identifier === 'number') return findWorkflowById(db, workspace, identifier)
  const id = asId(identifier)
  const byId = id === null ? undefined : await findWorkflowById(db, workspace, id)
  return byId ?? (await findWorkflowByName(db, workspace, identifier))
}

export async function getWorkflow(
  db: Database | Tx,
  workspace: WorkspaceId,
  identifier: string | number,
): Promise<WorkflowRow> {
  const workflow = await findWorkflow(db, workspace, identifier)
  if (!workflow) throw new Refusal('not_found', 'There is no such workflow.')
  return workflow
}

/** Without version and label: the latest version. */
export interface VersionChoice {
  readonly version?: number | null
  readonly label?: string | null
}

export async function getVersion(
  db: Database | Tx,
  workspace: WorkspaceId,
  workflow: WorkflowRow,
  { version, label }: VersionChoice,
): Promise<WorkflowVersion> {
  const row =
    label == null
      ? await findVersionByNumber(db, workspace, workflow.id, version ?? workflow.latest_version)
      : await findVersionByLabel(db, workspace, workflow.id, label)
  if (row) return versionOf(row)
  throw new Refusal('not_found', `The workflow has no such ${label == null ? 'version' : 'release label'}.`)
}
