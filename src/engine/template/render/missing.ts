import type { PromptTemplate } from '../blueprint/index.ts'
import { withInputVariables } from '../variables.ts'
import { givenValue, type Variables } from './variables.ts'

/**
 * The variables of a template (and of its model parameters, when given) that have no value, absent
 * or null, in order of first appearance. An empty string is a value.
 * @throws Refusal 'invalid' when a text does not parse.
 */
export function missingVariables(
  template: PromptTemplate,
  variables: Variables,
  parameters: Readonly<Record<string, unknown>> = {},
): string[] {
  const names = withInputVariables(template, parameters).input_variables
  return names.filter((name) => givenValue(variables, name) === undefined)
}
