import { useState } from 'react'

/** The invalid parts of the editor, which block saving: invalid JSON, or a model without a name. */
export function useValidity() {
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set())
  const set = (part: string, isValid: boolean) =>
    setInvalid((before) => {
      if (before.has(part) !== isValid) return before
      const next = new Set(before)
      if (!next.delete(part)) next.add(part)
      return next
    })
  const [part] = invalid
  return { problem: part === undefined ? null : problemOf(part), set }
}

function problemOf(part: string): string {
  if (part === 'model') return 'Choose a model, or remove it.'
  return `${part.includes('tool') ? 'A tool definition' : 'The response format'} is not valid JSON.`
}
