import { DEFAULT_LIMITS } from './budget.ts'
import { fStringVariables } from './f-string.ts'
import { parseTemplate } from './parse/parser.ts'

export type TemplateFormat = 'f-string' | 'jinja2'

/**
 * The names that a text only inserts: all of an f-string, and of a jinja2 text with only `{{ name }}`. Null if the text does
 * anything else with variables.
 * Throws `template_syntax` for invalid jinja2.
 */
export function substitutedNames(text: string, format: TemplateFormat): string[] | null {
  if (format === 'f-string') return fStringVariables(text)
  const names = new Set<string>()
  for (const statement of parseTemplate(text, DEFAULT_LIMITS.depth).body) {
    if (statement.kind === 'text') continue
    if (statement.kind !== 'print' || statement.value.kind !== 'name') return null
    names.add(statement.value.name)
  }
  return [...names]
}
