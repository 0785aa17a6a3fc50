import { useState } from 'react'
import { keep, kept } from '../../api/index.ts'
import type { WrittenValue, WrittenValues } from '../../running/forms.ts'

/** Values to try a prompt with, kept in this browser. */
export function useValues(workspace: number, prompt: string) {
  const key = `values:${workspace}:${prompt}`
  const [values, setValues] = useState(() => kept<WrittenValues>(key) ?? {})
  const set = (more: Readonly<Record<string, WrittenValue>>) => {
    const next = { ...values, ...more }
    setValues(next)
    keep(key, next)
  }
  return { values, setValues: set }
}
