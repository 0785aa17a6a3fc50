import type { Node } from '../definition/definition.ts'

const languages: Readonly<Record<string, string>> = { PYTHON: 'Python', JAVASCRIPT: 'JavaScript' }

/**
 * The value in the config that distinguishes nodes of one type: prompt, model, address, workflow, language or
 * source.
 */
export function detailOf({ config }: Pick<Node, 'config'>): string | null {
  const inner = (field: string, name: string): unknown => {
    const value = config[field]
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)[name]
      : null
  }
  const candidates = [
    inner('template', 'name'),
    inner('inline_template', 'prompt_template') && 'inline prompt',
    inner('model', 'name'),
    config['workflow_name'] ?? config['url'] ?? config['tool_name'] ?? languages[String(config['language'])],
    config['json_path'] ?? config['regex_pattern'] ?? config['source'],
  ]
  return (
    (candidates.find((candidate) => typeof candidate === 'string' && candidate !== '') as
      | string
      | undefined) ?? null
  )
}
