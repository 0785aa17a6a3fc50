import type { z } from 'zod'
import type { ToolLabelBody, ToolVersionBody } from '../../contract/index.ts'
import type { ToolRow } from '../db/index.ts'
import { isoTime, timesOf } from '../http/iso-time.ts'
import type { NumberedLabel } from '../registry/index.ts'
import type { ToolVersion } from './version.ts'

export function presentTool(tool: ToolRow) {
  return {
    id: tool.id,
    name: tool.name,
    description: tool.description,
    workspace_id: tool.workspace_id,
    folder_id: tool.folder_id,
    ...timesOf(tool),
  }
}

export function presentVersion(version: ToolVersion): z.input<typeof ToolVersionBody> {
  return {
    id: version.id,
    tool_registry_id: version.toolId,
    version_number: version.number,
    tool_definition: version.definition,
    execution: version.execution,
    mock_response: version.mockResponse,
    response_schema: version.responseSchema,
    commit_message: version.commitMessage,
    created_at: isoTime(version.createdAt),
  }
}

export function presentLabel(label: NumberedLabel<'tool'>): z.input<typeof ToolLabelBody> {
  return {
    id: label.id,
    name: label.name,
    tool_registry_id: label.tool_id,
    version_id: label.version_id,
    version_number: label.version_number,
    ...timesOf(label),
  }
}
