import type { PromptTemplate } from '../blueprint/index.ts'
import { withInputVariables } from '../variables.ts'
import { type Variables, variableValue } from './variables.ts'

/**
 * The variables of a template and of its model parameters, in order of first appearance.
 * @throws Refusal 'invalid' if a text does not parse.
 */
export function variableNames(
  template: PromptTemplate,
  parameters: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  return withInputVariables(template, parameters).input_variables
}

/** Names whose value is absent or null. An empty string is a value. */
export function missingVariables(names: readonly string[], variables: Variables): string[] {
  return names.filter((name) => variableValue(variables, name) === undefined)
}
