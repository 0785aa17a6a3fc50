import type { Json } from '../../json/json.ts'
import { renderText, TemplateTextError, variablesOf as textVariables } from '../../template/text/index.ts'
import { failure } from '../failures.ts'
import type { Failure } from '../need.ts'
import { isList, isObject, toJson, toText } from '../values/coercions.ts'

const MAX_ASSERTIONS = 50

/** The distinct assertions of a prompt. A list gives an object of verdicts, even if it has one text. */
export interface Assertions {
  readonly texts: readonly string[]
  readonly isList: boolean
}

/** Assertions of a prompt: a JSON list of texts, or one text; null for any other value. */
export function readAssertions(prompt: Json): Assertions | null {
  const text = toText(prompt).trim()
  const list = text.startsWith('[') ? toJson(text) : undefined
  if (!isList(list)) return { texts: text === '' ? [] : [text], isList: false }
  if (list.length > MAX_ASSERTIONS || !list.every((item) => typeof item === 'string')) return null
  return { texts: [...new Set(list.filter((item) => item.trim() !== ''))], isList: true }
}

/** Fills `{name}`; every name must be mapped. */
export function fillAssertion(text: string, variables: Readonly<Record<string, Json>>): string | Failure {
  const missing = textVariables(text, 'f-string').find((name) => !Object.hasOwn(variables, name))
  if (missing !== undefined)
    return failure('unmapped_variable', `The prompt has the variable ${missing}, which no column fills.`)
  try {
    return renderText(text, 'f-string', shown(variables))
  } catch (error) {
    if (!(error instanceof TemplateTextError)) throw error
    return failure('template_failed', error.message)
  }
}

/** Writes objects and lists as JSON, because judges read Python's notation less well. */
function shown(variables: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      isObject(variable) || isList(variable) ? toText(variable) : variable,
    ]),
  )
}
