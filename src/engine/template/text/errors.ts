export type TemplateTextErrorCode = 'template_syntax' | 'template_runtime' | 'template_budget'

/**
 * The only error the text engine throws.
 *
 * - `template_syntax`: the text cannot be parsed, or names an unknown filter or test.
 * - `template_runtime`: rendering failed (undefined called, division by zero, wrong types, refused feature).
 * - `template_budget`: rendering would exceed its {@link RenderLimits}.
 *
 * `line` is the 1-based template line, or null when it is not known.
 */
export class TemplateTextError extends Error {
  readonly code: TemplateTextErrorCode
  line: number | null

  constructor(code: TemplateTextErrorCode, message: string, line: number | null = null) {
    super(message)
    this.name = 'TemplateTextError'
    this.code = code
    this.line = line
  }
}

/** Ends rendering with a runtime error; the renderer adds the line. */
export function fail(message: string): never {
  throw new TemplateTextError('template_runtime', message)
}

/** Ends parsing with a syntax error on the given 1-based line. */
export function failSyntax(message: string, line: number): never {
  throw new TemplateTextError('template_syntax', message, line)
}

/** Ends the work because a limit would be exceeded. */
export function failBudget(message: string): never {
  throw new TemplateTextError('template_budget', message)
}
