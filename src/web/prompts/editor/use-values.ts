import { useState } from 'react'
import { readStored, writeStored } from '../../api/index.ts'
import type { WrittenValue, WrittenValues } from '../../template-runs/forms.ts'

const keyOf = (workspace: number, prompt: string) => `values:${workspace}:${prompt}`

export const storeValues = (workspace: number, prompt: string, values: WrittenValues): void =>
  writeStored(keyOf(workspace, prompt), values)

/** Values for trial runs, stored in this browser. */
export function useValues(workspace: number, prompt: string) {
  const [values, setValues] = useState(() => readStored<WrittenValues>(keyOf(workspace, prompt)) ?? {})
  const set = (changes: Readonly<Record<string, WrittenValue>>) => {
    const next = { ...values, ...changes }
    setValues(next)
    storeValues(workspace, prompt, next)
  }
  return { values, setValues: set }
}
