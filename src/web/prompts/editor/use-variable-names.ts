import { useRef } from 'react'
import type { Version } from '../../../engine/template/diff/index.ts'
import { useTextEngine } from './text-engine.ts'

/** The variables of the edited template: the server's list, or after a change the variables of the last valid text. */
export function useVariableNames({ template, metadata }: Version, isChanged: boolean): readonly string[] {
  const engine = useTextEngine(isChanged)
  const names = useRef<readonly string[]>(template.input_variables)
  const parsedTemplate = useRef<unknown>(null)
  if (!isChanged) names.current = template.input_variables
  else if (engine && parsedTemplate.current !== template) {
    parsedTemplate.current = template
    try {
      const parsed = engine.withInputVariables(template, metadata?.model?.parameters).input_variables
      // The same list while no name changes, so that parts that show the names are not rendered.
      if (parsed.join() !== names.current.join()) names.current = parsed
    } catch {
      // The text field shows syntax errors.
    }
  }
  return names.current
}
