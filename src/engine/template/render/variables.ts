import { Refusal } from '../../refusal.ts'
import type { TemplateFormat } from '../blueprint/index.ts'
import type { Loc } from '../places.ts'
import { renderText, TemplateTextError } from '../text/index.ts'

export type Variables = Readonly<Record<string, unknown>>

/** The value given for a name; undefined when none is, null counting as none. */
export const givenValue = (variables: Variables, name: string): unknown =>
  Object.hasOwn(variables, name) ? (variables[name] ?? undefined) : undefined

/** The message that a place lies in, for people who look for it in an editor. */
const messageIndex = (loc: Loc): number | null =>
  loc[0] === 'messages' && typeof loc[1] === 'number' ? loc[1] : null

/** A refusal of rendering; `data` names the message (null outside messages), the place and the line. */
export function templateError(message: string, loc: Loc, line: number | null = null): Refusal {
  return new Refusal('template_error', message, { message: messageIndex(loc), loc, line })
}

/** The mapper that renders texts of a format. Its refusals are 'template_error'. */
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
