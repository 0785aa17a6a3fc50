import type { FunctionTool, PromptTemplate, RegistryTool } from '../blueprint/index.ts'

/** The registry tools of a template with their indexes. */
export function registryTools(template: PromptTemplate): { tool: RegistryTool; index: number }[] {
  if (template.type !== 'chat') return []
  return (template.tools ?? []).flatMap((tool, index) => (tool.type === 'registry' ? [{ tool, index }] : []))
}

export interface ResolvedTools {
  readonly template: PromptTemplate
  /** Dangling references; they are dropped from the template. */
  readonly missing: readonly RegistryTool[]
}

/** Replaces registry tools by their functions. */
export function resolveRegistryTools(
  template: PromptTemplate,
  find: (tool: RegistryTool) => FunctionTool | null,
): ResolvedTools {
  if (template.type !== 'chat' || registryTools(template).length === 0) return { template, missing: [] }
  const missing: RegistryTool[] = []
  const tools = (template.tools ?? []).flatMap((tool) => {
    if (tool.type !== 'registry') return [tool]
    const definition = find(tool)
    if (!definition) missing.push(tool)
    return definition ? [definition] : []
  })
  return { template: { ...template, tools }, missing }
}
