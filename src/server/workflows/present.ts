import type { z } from 'zod'
import type {
  CreatedWorkflow,
  ListedWorkflow,
  WorkflowLabel,
  WorkflowVersionBody,
} from '../../contract/index.ts'
import type { WorkflowRow } from '../db/index.ts'
import type { Mapping } from '../external-ids/index.ts'
import { isoTime } from '../http/iso-time.ts'
import type { NumberedLabel } from '../registry/index.ts'
import { edgeDocument, nodeDocument, type WorkflowVersion } from './version.ts'

interface Publication {
  readonly baseVersion: number | null
  readonly labels: readonly string[]
  readonly externalIds: Mapping[]
}

export function presentCreated(
  workflow: WorkflowRow,
  version: WorkflowVersion,
  { baseVersion, labels, externalIds }: Publication,
): z.input<typeof CreatedWorkflow> {
  return {
    success: true,
    message: `Version ${version.number} of the workflow was created.`,
    workflow_id: workflow.id,
    workflow_name: workflow.name,
    workflow_version_id: version.id,
    version_number: version.number,
    base_version: baseVersion,
    release_labels: labels.length > 0 ? [...labels] : null,
    nodes: version.nodes.map(({ id, name, type, isOutput }) => ({
      id,
      name,
      node_type: type,
      is_output_node: isOutput,
    })),
    required_input_variables: { ...version.inputs },
    external_ids: externalIds,
  }
}

export const presentLabel = (
  label: Pick<NumberedLabel<'workflow'>, 'id' | 'name' | 'version_id' | 'version_number'>,
): z.input<typeof WorkflowLabel> => ({
  release_label: label.name,
  release_label_id: label.id,
  workflow_version_id: label.version_id,
  workflow_version_number: label.version_number,
})

export function presentListed(
  workflow: WorkflowRow,
  labels: readonly string[],
  externalIds: Mapping[],
): z.input<typeof ListedWorkflow> {
  return {
    id: workflow.id,
    workspace_id: workflow.workspace_id,
    user_id: null,
    name: workflow.name,
    folder_id: workflow.folder_id,
    is_deleted: workflow.deleted_at !== null,
    latest_version_number: workflow.latest_version,
    release_labels: [...labels],
    external_ids: externalIds,
    updated_at: isoTime(workflow.updated_at),
  }
}

export function presentVersion(
  workflow: WorkflowRow,
  version: WorkflowVersion,
  labels: readonly string[],
): z.input<typeof WorkflowVersionBody> {
  return {
    success: true,
    workflow: {
      id: workflow.id,
      workspace_id: workflow.workspace_id,
      user_id: null,
      name: workflow.name,
      is_draft: false,
      is_deleted: workflow.deleted_at !== null,
    },
    workflow_id: workflow.id,
    workflow_name: workflow.name,
    version: version.number,
    workflow_version_id: version.id,
    commit_message: version.commitMessage,
    required_input_variables: { ...version.inputs },
    release_labels: [...labels],
    created_at: isoTime(version.createdAt),
    nodes: version.nodes.map((node) => ({
      ...nodeDocument(node, node.id),
      workflow_version_id: version.id,
      configuration: { ...node.configuration },
      dependencies: [...node.dependencies],
    })),
    edges: version.edges.map((edge) => ({
      ...edgeDocument(edge, edge.id),
      conditionals: edge.conditionals.map((conditional) => ({ ...conditional })),
    })),
  }
}
