import { useState } from 'react'
import type { WrittenValue, WrittenValues } from '../../running/forms.ts'

function read(key: string): WrittenValues {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as WrittenValues
  } catch {
    return {}
  }
}

/** Values to try a prompt with, kept in this browser. */
export function useValues(workspace: number, prompt: string) {
  const key = `values:${workspace}:${prompt}`
  const [values, setValues] = useState(() => read(key))
  const set = (more: Readonly<Record<string, WrittenValue>>) => {
    const next = { ...values, ...more }
    setValues(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return { values, setValues: set }
}
