import { DEFAULT_LIMITS, type RenderLimits } from './budget.ts'
import { TemplateTextError } from './errors.ts'
import { checkBuiltins } from './parse/check-builtins.ts'
import { parseTemplate } from './parse/parser.ts'
import { undeclaredNames } from './parse/undeclared.ts'
import { renderTemplate } from './run/execute.ts'
import { Render } from './run/render.ts'

/** Renders a jinja2 text; see `renderText`. */
export function renderJinja(
  text: string,
  variables: Readonly<Record<string, unknown>>,
  limits: RenderLimits,
): string {
  let render: Render | undefined
  return guarded(
    () => {
      const template = parseTemplate(text, limits.depth)
      checkBuiltins(template)
      render = new Render(template, variables, limits)
      return renderTemplate(render)
    },
    () => render?.line ?? null,
  )
}

/** The undeclared names of a jinja2 text; see `variablesOf`. */
export function jinjaVariables(text: string): string[] {
  return guarded(() => undeclaredNames(parseTemplate(text, DEFAULT_LIMITS.depth)))
}

/** Throws `template_syntax` when Jinja2 would refuse to compile the text. */
export function checkJinja(text: string): void {
  guarded(() => checkBuiltins(parseTemplate(text, DEFAULT_LIMITS.depth)))
}

/** Converts all errors to TemplateTextError; the engine's own stack or memory limit counts as a budget. */
function guarded<T>(work: () => T, line: () => number | null = () => null): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TemplateTextError) {
      error.line ??= line()
      throw error
    }
    const code = error instanceof RangeError ? 'template_budget' : 'template_runtime'
    throw new TemplateTextError(code, error instanceof Error ? error.message : 'rendering failed', line())
  }
}
