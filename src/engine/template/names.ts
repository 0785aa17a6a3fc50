import { Refusal } from '../refusal.ts'
import type { TemplateFormat } from './blueprint/index.ts'
import type { Loc } from './map-texts.ts'
import { checkText, TemplateTextError, variablesOf } from './text/index.ts'

/**
 * The variable names in a template text.
 * @throws Refusal 'invalid' if the text does not parse; `data.loc` is its path, `data.line` the line.
 */
export function namesIn(text: string, format: TemplateFormat, loc: Loc): string[] {
  try {
    checkText(text, format)
    return variablesOf(text, format)
  } catch (error) {
    if (!(error instanceof TemplateTextError)) throw error
    throw new Refusal('invalid', error.message, { loc, line: error.line })
  }
}
