import { useRef } from 'react'
import type { Version } from '../../../engine/template/diff/index.ts'
import { withInputVariables } from '../../../engine/template/variables.ts'

/** The variables of what is written; while a text does not parse, those it had before. */
export function useNames({ template, metadata }: Version): readonly string[] {
  const known = useRef<{ of: unknown; names: readonly string[] }>({ of: null, names: [] })
  if (known.current.of === template) return known.current.names
  try {
    const { input_variables: names } = withInputVariables(template, metadata?.model?.parameters)
    known.current = { of: template, names }
  } catch {
    known.current = { of: template, names: known.current.names }
  }
  return known.current.names
}
