import { parseExact } from '../../../engine/json/parse-exact.ts'

const isText = (type: string): boolean => /^(str|string|text)?$/i.test(type.trim())

/** The values of typed input variables: text for variables of type text, otherwise JSON if it is valid. */
export function inputsFrom(
  inputs: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
) {
  const values: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [name, type] of Object.entries(inputs)) {
    const text = texts[name] ?? ''
    const isStructured = /^(object|array|list|dict|json)/i.test(type.trim())
    if (isText(type)) values[name] = text
    else if (text.trim() !== '')
      try {
        values[name] = parseExact(text)
      } catch (error) {
        if (isStructured) problems[name] = (error as Error).message
        else values[name] = text
      }
  }
  return { values, problems }
}

/** The values of a run as texts of the form. */
export const textsOf = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
