import { Refusal } from '../../../engine/refusal.ts'
import type { Database, Tx, WorkflowRunRow } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { versionOf, type WorkflowVersion } from '../version.ts'
import { workflowRegistry } from '../workflow-registry.ts'
import { type NodeRecords, recordOf } from './record.ts'
import { findRun, listRunNodes } from './run-queries.ts'

export interface LoadedRun {
  readonly run: WorkflowRunRow
  readonly version: WorkflowVersion
  readonly records: NodeRecords
}

export async function loadRun(
  db: Database | Tx,
  workspace: WorkspaceId,
  id: number,
): Promise<LoadedRun | undefined> {
  const run = await findRun(db, workspace, id)
  if (!run) return undefined
  const version = versionOf((await workflowRegistry.versions.findById(db, workspace, run.version_id))!)
  const rows = await listRunNodes(db, workspace, id)
  return { run, version, records: new Map(rows.map((row) => [row.position, recordOf(row)])) }
}

export async function getRun(db: Database | Tx, workspace: WorkspaceId, id: number): Promise<LoadedRun> {
  const loaded = await loadRun(db, workspace, id)
  if (!loaded) throw new Refusal('not_found', 'There is no such run of a workflow.')
  return loaded
}
