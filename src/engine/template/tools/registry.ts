import type { FunctionTool, PromptTemplate, RegistryTool } from '../blueprint/index.ts'

/** The tools of a template that stand in the registry, with their places in its list. */
export function registryTools(template: PromptTemplate): { tool: RegistryTool; index: number }[] {
  if (template.type !== 'chat') return []
  return (template.tools ?? []).flatMap((tool, index) => (tool.type === 'registry' ? [{ tool, index }] : []))
}

export interface ResolvedTools {
  readonly template: PromptTemplate
  /** References that stand for nothing; the template goes without them. */
  readonly missing: readonly RegistryTool[]
}

/** The template with the functions that its registry tools stand for in their places. */
export function resolveRegistryTools(
  template: PromptTemplate,
  find: (tool: RegistryTool) => FunctionTool | null,
): ResolvedTools {
  if (template.type !== 'chat' || registryTools(template).length === 0) return { template, missing: [] }
  const missing: RegistryTool[] = []
  const tools = (template.tools ?? []).flatMap((tool) => {
    if (tool.type !== 'registry') return [tool]
    const found = find(tool)
    if (!found) missing.push(tool)
    return found ? [found] : []
  })
  return { template: { ...template, tools }, missing }
}
