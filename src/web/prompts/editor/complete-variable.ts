import type { TemplateFormat } from '../../../engine/template/blueprint/index.ts'

/** What the completion of a text offers after `{`. */
export interface Offered {
  readonly names: readonly string[]
  readonly format: TemplateFormat
}

interface Completion {
  /** Characters before and behind the cursor that the chosen name replaces. */
  readonly before: number
  readonly behind: number
  /** The text that is inserted for a name. */
  readonly insert: (name: string) => string
}

const opened: Readonly<Record<TemplateFormat, RegExp>> = {
  'f-string': /(?<open>\{)(?<space>)(?<name>\w*)$/,
  // A single brace is completed to two.
  jinja2: /(?<open>\{\{(?<space>[ \t]*)|\{)(?<name>\w*)$/,
}
const closed: Readonly<Record<TemplateFormat, RegExp>> = {
  'f-string': /^(?<name>\w*)\}/,
  jinja2: /^(?<name>\w*)[ \t]*\}\}/,
}

/** The completion of a variable at the cursor of a line; null where none begins. The insertion closes open braces. */
export function completionAt(before: string, behind: string, format: TemplateFormat): Completion | null {
  const found = opened[format].exec(before)?.groups
  if (!found) return null
  const rest = closed[format].exec(behind)?.groups
  const close = rest ? '' : format === 'jinja2' ? ' }}' : '}'
  const open = format === 'f-string' || found['space'] ? '' : found['open'] === '{' ? '{ ' : ' '
  return {
    before: found['name']!.length,
    behind: rest?.['name']?.length ?? 0,
    insert: (name) => `${open}${name}${close}`,
  }
}
