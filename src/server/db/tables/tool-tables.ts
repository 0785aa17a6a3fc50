export interface ToolRow {
  workspace_id: number
  id: number
  name: string
  description: string | null
  folder_id: number | null
  latest_version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface ToolVersionRow {
  workspace_id: number
  id: number
  tool_id: number
  version_number: number
  definition: string
  execution: string | null
  mock_response: string | null
  response_schema: string | null
  commit_message: string | null
  created_at: number
}

export interface ToolLabelRow {
  workspace_id: number
  id: number
  tool_id: number
  name: string
  version_id: number
  created_at: number
  updated_at: number
}
