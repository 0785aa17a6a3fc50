import { type ChatTemplate, FunctionTool } from '../template/blueprint/index.ts'

/** A tool as an MCP server describes it. */
export interface ListedTool {
  readonly server: number
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
}

export interface McpOffer {
  readonly template: ChatTemplate
  /** By the name offered to the model. */
  readonly tools: ReadonlyMap<string, ListedTool>
}

/** Length limit of function names that all providers accept. */
const maxNameLength = 64

/** The template with the tools of MCP servers after its own; a duplicate name gets a number. */
export function offerMcpTools(template: ChatTemplate, listed: readonly ListedTool[]): McpOffer {
  const templateNames = (template.tools ?? []).flatMap((tool) =>
    tool.type === 'function' ? [tool.function.name] : [],
  )
  const usedNames = new Set([...templateNames, ...(template.functions ?? []).map(({ name }) => name)])
  const tools = new Map<string, ListedTool>()
  for (const tool of listed) {
    const name = freeName(tool.name, usedNames)
    usedNames.add(name)
    tools.set(name, tool)
  }
  const offered = [...tools].map(([name, { description, inputSchema }]) =>
    FunctionTool.parse({ type: 'function', function: { name, description, parameters: inputSchema } }),
  )
  return { template: { ...template, tools: [...(template.tools ?? []), ...offered] }, tools }
}

function freeName(name: string, usedNames: ReadonlySet<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameLength) || 'tool'
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = plain.slice(0, maxNameLength - suffix.length) + suffix
    if (!usedNames.has(candidate)) return candidate
  }
}
