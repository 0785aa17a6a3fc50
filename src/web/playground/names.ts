import { withInputVariables } from '../../engine/template/variables.ts'
import type { Variant } from './variant.ts'

/** The names that a variant asks for; while its text does not parse, those of before. */
export function namesOf({ template, metadata }: Variant): readonly string[] {
  try {
    return withInputVariables(template, metadata?.model?.parameters).input_variables
  } catch {
    return template.input_variables
  }
}

/** Names in the order in which they first appear in any variant. */
export const variablesOf = (variants: readonly Variant[]): string[] => [...new Set(variants.flatMap(namesOf))]
