import { type NodeState, stateOf } from '../../../engine/workflow/index.ts'
import type { WorkflowVersion } from '../version.ts'
import type { NodeRecord, NodeRecords } from './record.ts'

/** The states of all nodes, in the order of the version. */
export const statesOf = ({ nodes }: Pick<WorkflowVersion, 'nodes'>, records: NodeRecords): NodeState[] =>
  nodes.map((node, position) => {
    const entry = records.get(position)?.entry
    return stateOf(node, !entry ? 'QUEUED' : entry.status === 'RUNNING' ? 'RUNNING' : entry)
  })

/** The last records of the nodes that had not ended when a run was ended. */
export function finalRecords(
  { nodes }: Pick<WorkflowVersion, 'nodes'>,
  records: NodeRecords,
  failure: { readonly code: string; readonly message: string },
  now: number,
): NodeRecord[] {
  return nodes.flatMap((_node, position): NodeRecord[] => {
    const record = records.get(position)
    if (!record) {
      const entry = { status: 'SKIPPED', reason: failure.message } as const
      return [{ position, entry, requestIds: [], startedAt: now, finishedAt: now }]
    }
    if (record.entry.status !== 'RUNNING') return []
    return [{ ...record, entry: { status: 'FAILED', failure }, finishedAt: now }]
  })
}
