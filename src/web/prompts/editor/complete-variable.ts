import type { TemplateFormat } from '../../../engine/template/blueprint/index.ts'

/** The variables that an editor completes after `{`. */
export interface CompletionNames {
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

const openings: Readonly<Record<TemplateFormat, RegExp>> = {
  'f-string': /(?<open>\{)(?<space>)(?<name>\w*)$/,
  // A single brace is completed to two.
  jinja2: /(?<open>\{\{(?<space>[ \t]*)|\{)(?<name>\w*)$/,
}
const closings: Readonly<Record<TemplateFormat, RegExp>> = {
  'f-string': /^(?<name>\w*)\}/,
  jinja2: /^(?<name>\w*)[ \t]*\}\}/,
}

/** The completion of a variable at the cursor of a line; null without an open brace. The insertion closes open braces. */
export function completionAt(before: string, behind: string, format: TemplateFormat): Completion | null {
  const opening = openings[format].exec(before)?.groups
  if (!opening) return null
  const rest = closings[format].exec(behind)?.groups
  const close = rest ? '' : format === 'jinja2' ? ' }}' : '}'
  const open = format === 'f-string' || opening['space'] ? '' : opening['open'] === '{' ? '{ ' : ' '
  return {
    before: opening['name']!.length,
    behind: rest?.['name']?.length ?? 0,
    insert: (name) => `${open}${name}${close}`,
  }
}
