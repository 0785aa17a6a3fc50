import { useState } from 'react'

/** Which parts of the editor hold JSON that does not parse. */
export function useValidity() {
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set())
  const set = (part: string, isValid: boolean) =>
    setInvalid((now) => {
      if (now.has(part) !== isValid) return now
      const next = new Set(now)
      if (!next.delete(part)) next.add(part)
      return next
    })
  const [part] = invalid
  const name = part?.includes('tool') ? 'A tool definition' : 'The response format'
  return { problem: part === undefined ? null : `${name} is not valid JSON.`, set }
}
