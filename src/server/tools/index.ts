/** The registry of tools: versions, labels, test runs, and references in templates. */

import { handlersOfExternalIds } from '../external-ids/index.ts'
import type { Handlers } from '../http/handler.ts'
import { createTool, createToolVersion } from './create-tool.ts'
import { deleteTool, listDeletedTools, restoreTool } from './delete-tool.ts'
import { createToolLabel, deleteToolLabel, moveToolLabel } from './labels.ts'
import { listTools, readTool } from './read-tools.ts'
import { testTool } from './test-tool.ts'
import { toolRegistry } from './tool-registry.ts'
import { createToolVariable, deleteToolVariable, listToolVariables, updateToolVariable } from './variables.ts'

export { loadCallable, loadTools } from './resolve-tools.ts'
export { runTool } from './run-tool.ts'
export type { ToolVersion } from './version.ts'

export const toolHandlers = {
  listTools,
  createTool,
  readTool,
  deleteTool,
  listDeletedTools,
  restoreTool,
  createToolVersion,
  testTool,
  createToolLabel,
  moveToolLabel,
  deleteToolLabel,
  listToolVariables,
  createToolVariable,
  updateToolVariable,
  deleteToolVariable,
  ...handlersOfExternalIds('Tool', { kind: 'tool', param: 'tool_id', find: toolRegistry.findById }),
} satisfies Partial<Handlers>
