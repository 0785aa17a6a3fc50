import { Refusal } from '../../engine/refusal.ts'
import { functionToolOf } from '../../engine/template/tools/index.ts'
import type { Handler } from '../http/handler.ts'
import { runTool } from './run-tool.ts'
import { toolRegistry } from './tool-registry.ts'
import { type ToolVersion, versionOf } from './version.ts'

export const testTool: Handler<'testTool'> = async (context, { caller, params, query, body, visitor }) => {
  const { workspace } = caller
  const tool = await toolRegistry.get(context.store.db, workspace, params.identifier)
  const version = versionOf(await toolRegistry.getVersion(context.store.db, workspace, tool, query))
  if (body.mock) return mockAnswer(version)
  const execution = body.execution ?? version.execution
  if (!execution) throw new Refusal('bad_request', 'The tool has no code: there is no execution to run.')
  if (!functionToolOf(body.tool_definition ?? version.definition))
    throw new Refusal('bad_request', 'The tool definition names no function.')
  const result = await runTool(context, workspace, {
    toolId: tool.id,
    execution,
    inputs: body.inputs ?? {},
    signal: visitor.signal,
  })
  const failed = result.status === 'error'
  return {
    success: true,
    message: failed ? 'The code of the tool raised an error.' : 'The code of the tool ran.',
    result,
  }
}

function mockAnswer({ mockResponse }: ToolVersion) {
  if (mockResponse === null)
    throw new Refusal('bad_request', 'This version of the tool has no mock response.')
  return {
    success: true,
    message: 'The mock response; nothing ran.',
    result: {
      status: 'success' as const,
      result: mockResponse,
      stdout: '',
      stderr: '',
      duration_ms: 0,
      error: null,
    },
  }
}
