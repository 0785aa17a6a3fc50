import { toJson } from '../../engine/columns/values/coercions.ts'
import { isFields, jsonText } from '../../engine/json/fields.ts'
import { type ListedTool, mcpResultText } from '../../engine/running/index.ts'
import type { ToolCall } from '../../engine/template/blueprint/index.ts'
import type { OpenMcpServer } from '../connections/index.ts'
import type { Context } from '../context.ts'
import { runTool, type ToolVersion } from '../tools/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { runRefusal } from './failures.ts'
import type { RunOptions } from './options.ts'

/** The executors of a model's tool calls, by the name of the function. */
export interface Toolbox {
  readonly registry: ReadonlyMap<string, ToolVersion>
  readonly mcp: ReadonlyMap<string, ListedTool>
  readonly servers: ReadonlyMap<number, OpenMcpServer>
  /** Responses that are used in place of running a tool. */
  readonly mocks: ReadonlyMap<string, unknown>
}

export interface ToolAnswer {
  readonly source: 'registry' | 'mcp' | 'mock'
  /** The text that the model gets, also after a failure. */
  readonly text: string
  readonly isError: boolean
}

/** Maximum characters of a result; a longer one would exceed any model's context. */
const maxResultLength = 1_000_000

export const canRun = ({ registry, mcp, mocks }: Toolbox, name: string): boolean =>
  mocks.has(name) || registry.has(name) || mcp.has(name)

/** Answers one tool call. The model gets the errors of a tool. A tool that times out ends the run. */
export async function answerCall(
  context: Context,
  workspace: WorkspaceId,
  toolbox: Toolbox,
  { function: { name, arguments: text } }: ToolCall,
  { signal, tally, run, isInteractive }: Pick<RunOptions, 'signal' | 'tally' | 'run' | 'isInteractive'>,
): Promise<ToolAnswer> {
  if (toolbox.mocks.has(name)) return succeeded('mock', toolbox.mocks.get(name))
  const tool = toolbox.registry.get(name)
  const source = tool ? 'registry' : 'mcp'
  const args = text.trim() === '' ? {} : toJson(text)
  if (!isFields(args)) return failed(source, 'The arguments are not a JSON object.')
  if (tool) return runCode(tool)
  return callServer(toolbox.mcp.get(name)!, args)

  async function runCode({ toolId, execution }: ToolVersion): Promise<ToolAnswer> {
    const outcome = await runTool(context, workspace, {
      toolId,
      execution: execution!,
      inputs: args,
      signal,
      ...(!isInteractive && { run }),
    })
    signal.throwIfAborted()
    const { error, result } = outcome
    if (!error) return succeeded('registry', result)
    if (error.kind === 'timeout')
      throw runRefusal('tool_timeout', `The tool ${name} did not end in time: ${error.message}`, tally)
    return failed('registry', `${error.type}: ${error.message}`)
  }

  async function callServer(
    { server: id, name: toolName }: ListedTool,
    toolInput: Readonly<Record<string, unknown>>,
  ) {
    const server = toolbox.servers.get(id)!
    try {
      const result = await server.client.callTool(toolName, toolInput, signal)
      const { isError } = result
      return isError ? failed('mcp', mcpResultText(result)) : succeeded('mcp', mcpResultText(result))
    } catch (error) {
      signal.throwIfAborted()
      const failure = server.failureOf(error)
      if (!failure) throw error
      if (failure.code === 'deadline')
        throw runRefusal('tool_timeout', `The tool ${name} did not end in time: ${failure.message}`, tally)
      return failed('mcp', failure.message)
    }
  }
}

function succeeded(source: ToolAnswer['source'], value: unknown): ToolAnswer {
  const text = jsonText(value)
  if (text.length > maxResultLength)
    return failed(source, `The result is longer than ${maxResultLength} characters.`)
  return { source, text, isError: false }
}

const failed = (source: ToolAnswer['source'], message: string): ToolAnswer => ({
  source,
  text: JSON.stringify({ error: message.slice(0, maxResultLength) }),
  isError: true,
})
