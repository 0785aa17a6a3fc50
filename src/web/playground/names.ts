import { withInputVariables } from '../../engine/template/variables.ts'
import type { Variant } from './variant.ts'

/** The variables of a variant. While its text does not parse, those of its last valid text. */
export function namesOf({ template, metadata }: Variant): readonly string[] {
  try {
    return withInputVariables(template, metadata?.model?.parameters).input_variables
  } catch {
    return template.input_variables
  }
}

/** Names in the order in which they first appear in any variant. */
export const variablesOf = (variants: readonly Variant[]): string[] => [...new Set(variants.flatMap(namesOf))]
