import { Refusal } from '../../refusal.ts'
import type { TemplateFormat } from '../blueprint/index.ts'
import type { Loc } from '../map-texts.ts'
import { renderText, TemplateTextError } from '../text/index.ts'

export type Variables = Readonly<Record<string, unknown>>

/** The value of a variable; undefined if absent or null. */
export const variableValue = (variables: Variables, name: string): unknown =>
  Object.hasOwn(variables, name) ? (variables[name] ?? undefined) : undefined

/** The index of the message that a path points into. */
const messageIndex = (loc: Loc): number | null =>
  loc[0] === 'messages' && typeof loc[1] === 'number' ? loc[1] : null

/** `data` has the message index (null outside messages), the path and the line. */
export function templateError(message: string, loc: Loc, line: number | null = null): Refusal {
  return new Refusal('template_error', message, { message: messageIndex(loc), loc, line })
}

/** Renders texts of a format. Refuses with 'template_error'. */
export function textRenderer(format: TemplateFormat, variables: Variables) {
  return (text: string, loc: Loc): string => {
    try {
      return renderText(text, format, variables)
    } catch (error) {
      if (!(error instanceof TemplateTextError)) throw error
      throw templateError(error.message, loc, error.line)
    }
  }
}
