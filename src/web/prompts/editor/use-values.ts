import { useState } from 'react'

type Values = Readonly<Record<string, string>>

function read(key: string): Values {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Values
  } catch {
    return {}
  }
}

/** Values to try a prompt with, kept in this browser. */
export function useValues(workspace: number, prompt: string) {
  const key = `values:${workspace}:${prompt}`
  const [values, setValues] = useState(() => read(key))
  const setValue = (name: string, value: string) => {
    const next = { ...values, [name]: value }
    setValues(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return { values, setValue }
}
