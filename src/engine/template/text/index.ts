/** The two template languages, f-string and Jinja2, with budgets. */

import { DEFAULT_LIMITS, type RenderLimits } from './budget.ts'
import { fStringVariables, renderFString } from './f-string.ts'
import { checkJinja, jinjaVariables, renderJinja } from './jinja.ts'
import type { TemplateFormat } from './plain.ts'

export type { RenderLimits } from './budget.ts'
export { TemplateTextError, type TemplateTextErrorCode } from './errors.ts'
export { substitutedNames, type TemplateFormat } from './plain.ts'

/**
 * Renders a text with the given variables. Pure: the variables are never changed.
 *
 * - `f-string`: `{name}` only; everything else is literal (see `renderFString`).
 * - `jinja2`: Python's Jinja2 3.1 as `SandboxedEnvironment(undefined=ChainableUndefined)` with default options.
 *   Missing names are empty. `include`, `import`, `extends`, `random` and `lipsum` are refused when they run.
 *
 * Throws only `TemplateTextError`. `limits` replaces single values of `DEFAULT_LIMITS`.
 */
export function renderText(
  text: string,
  format: TemplateFormat,
  variables: Readonly<Record<string, unknown>>,
  limits: Partial<RenderLimits> = {},
): string {
  const all = { ...DEFAULT_LIMITS, ...limits }
  return format === 'jinja2' ? renderJinja(text, variables, all) : renderFString(text, variables, all)
}

/**
 * The names that a text reads from its variables, in order of first appearance. For jinja2 this excludes names that the text
 * sets (loops, `set`, macros) and built-in functions.
 * Throws `template_syntax` for invalid jinja2.
 */
export function variablesOf(text: string, format: TemplateFormat): string[] {
  return format === 'jinja2' ? jinjaVariables(text) : fStringVariables(text)
}

/** Throws `template_syntax` if the text can never be rendered; every f-string can. */
export function checkText(text: string, format: TemplateFormat): void {
  if (format === 'jinja2') checkJinja(text)
}
