import { isFields } from '../../json/fields.ts'
import { mapSchema } from '../schema.ts'
import { templateError, textRenderer, type Variables, variableValue } from './variables.ts'

/**
 * Fills in the variables of `response_format`: jinja2 in strings, a list for each `enum_variable`, a schema for each field of
 * type `variable`. Enum and schema variables without a value and all other parameters stay unchanged.
 * Source: reference 4.6; docs features/prompt-registry/structured-outputs.
 * @throws Refusal 'template_error' if a string fails to render, an enum's value is not a list, or a schema's is not an object.
 */
export function renderParameters(
  parameters: Readonly<Record<string, unknown>>,
  variables: Variables,
): Record<string, unknown> {
  if (!Object.hasOwn(parameters, 'response_format')) return { ...parameters }
  const response_format = mapSchema(parameters['response_format'], ['response_format'], {
    text: textRenderer('jinja2', variables),
    list: (name, loc, node) => {
      const value = variableValue(variables, name) ?? node
      if (value === node || Array.isArray(value)) return value
      throw templateError(`The enum variable ${name} needs a list of values`, loc)
    },
    schema: (name, loc, node) => {
      const value = variableValue(variables, name) ?? node
      if (isFields(value)) return value
      throw templateError(`The schema variable ${name} needs a JSON schema object`, loc)
    },
  })
  return { ...parameters, response_format }
}
