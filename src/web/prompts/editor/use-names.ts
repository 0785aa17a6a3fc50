import { useRef } from 'react'
import type { Version } from '../../../engine/template/diff/index.ts'
import { useTextEngine } from './text-engine.ts'

/** The variables of what is written: as the server found them, then anew with each change that parses. */
export function useNames({ template, metadata }: Version, isChanged: boolean): readonly string[] {
  const engine = useTextEngine(isChanged)
  const known = useRef<readonly string[]>(template.input_variables)
  const read = useRef<unknown>(null)
  if (!isChanged) known.current = template.input_variables
  else if (engine && read.current !== template) {
    read.current = template
    try {
      known.current = engine.withInputVariables(template, metadata?.model?.parameters).input_variables
    } catch {
      // A text that does not parse yet says so at its own place.
    }
  }
  return known.current
}
