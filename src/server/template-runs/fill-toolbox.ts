import { Refusal } from '../../engine/refusal.ts'
import { type ListedTool, offerMcpTools } from '../../engine/running/index.ts'
import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { type OpenMcpServer, openMcpServer } from '../connections/index.ts'
import type { Context } from '../context.ts'
import type { Runnable } from '../prompts/index.ts'
import { loadCallable, type ToolVersion } from '../tools/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { runRefusal } from './failures.ts'
import type { RunOptions } from './options.ts'
import type { RunRequest } from './run-request.ts'
import type { Toolbox } from './toolbox.ts'

export interface FilledToolbox {
  readonly toolbox: Toolbox
  /** The template, with the tools of MCP servers added. */
  readonly template: PromptTemplate
  close(): Promise<void>
}

/** Milliseconds for one call of an MCP server. */
const callTimeout = 60_000
/** Maximum tools of a call; no provider accepts more. */
const maxTools = 128

const noTools: Toolbox = { registry: new Map(), mcp: new Map(), servers: new Map(), mocks: new Map() }

export async function fillToolbox(
  context: Context,
  workspace: WorkspaceId,
  { template, registryTools }: Runnable,
  { runTools, mockTools, mcpServers }: Pick<RunRequest, 'runTools' | 'mockTools' | 'mcpServers'>,
  { signal, tally }: RunOptions,
): Promise<FilledToolbox> {
  if (registryTools.length === 0 && mcpServers.length === 0 && mockTools === false)
    return { toolbox: noTools, template, close: async () => {} }
  const callable = runTools ? await loadCallable(context.store.db, workspace, registryTools) : new Map()
  const servers = new Map<number, OpenMcpServer>()
  const close = async () =>
    void (await Promise.all([...servers.values()].map(({ client }) => client.close())))
  try {
    const listedTools: ListedTool[] = []
    for (const choice of mcpServers) listedTools.push(...(await listTools(choice)))
    if (listedTools.length > maxTools)
      throw new Refusal(
        'bad_request',
        `The MCP servers offer more than ${maxTools} tools: name the tools that you need.`,
      )
    const offer =
      template.type === 'chat' ? offerMcpTools(template, listedTools) : { template, tools: new Map() }
    const toolbox: Toolbox = {
      registry: mockTools === true ? new Map() : withCode(callable),
      mcp: mockTools === true || !runTools ? new Map() : offer.tools,
      servers,
      mocks: runTools ? mocksOf(callable, mockTools) : new Map(),
    }
    return { toolbox, template: listedTools.length > 0 ? offer.template : template, close }
  } catch (error) {
    await close()
    throw error
  }

  async function listTools({ id, tools: allowed }: RunRequest['mcpServers'][number]): Promise<ListedTool[]> {
    const server = await openMcpServer(context, workspace, id, callTimeout)
    if ('code' in server) throw runRefusal('mcp_failed', server.message, tally)
    servers.set(id, server)
    try {
      const tools = await server.client.listTools(signal)
      return tools
        .filter(({ name }) => allowed === null || allowed.includes(name))
        .map(({ name, description = '', inputSchema }) => ({ server: id, name, description, inputSchema }))
    } catch (error) {
      signal.throwIfAborted()
      const failure = server.failureOf(error)
      if (!failure) throw error
      throw runRefusal(
        'mcp_failed',
        `The MCP server ${server.name} does not list its tools: ${failure.message}`,
        tally,
      )
    }
  }
}

const withCode = (callable: ReadonlyMap<string, ToolVersion>) =>
  new Map([...callable].filter(([, { execution }]) => execution !== null))

/** Maps names of tools to mock responses. `true` takes the responses stored with the tools; an object gives its own. */
function mocksOf(callable: ReadonlyMap<string, ToolVersion>, mockTools: RunRequest['mockTools']) {
  if (mockTools === false) return new Map<string, unknown>()
  if (mockTools !== true) return new Map(Object.entries(mockTools))
  return new Map(
    [...callable].flatMap(([name, { mockResponse }]): [string, unknown][] =>
      mockResponse === null ? [] : [[name, mockResponse]],
    ),
  )
}
