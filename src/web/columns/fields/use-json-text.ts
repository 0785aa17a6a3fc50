import { useContext, useEffect, useId, useState } from 'react'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { InvalidJson } from './invalid-json.ts'

const textOf = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))

/**
 * The text of a JSON value while it is edited. A text with an error is reported to `InvalidJson`; the value then stays as
 * it was. A value from elsewhere, such as one that was undone, replaces the text.
 */
export function useJsonText<Value>(
  value: Value,
  /** Throws if the value is not allowed. */
  check: (parsed: unknown) => Value,
  onChange: (value: Value) => void,
) {
  const shown = textOf(value)
  const [typed, setTyped] = useState<{ text: string; shown: string; problem?: string }>()
  const current = typed?.shown === shown ? typed : undefined
  const id = useId()
  const report = useContext(InvalidJson)
  const isInvalid = current?.problem !== undefined
  // The text also changes without a keystroke: its field is removed, or a value comes from elsewhere.
  useEffect(() => {
    if (!isInvalid) return
    report(id, true)
    return () => report(id, false)
  }, [id, isInvalid, report])
  const change = (text: string) => {
    try {
      const next = check(text.trim() === '' ? undefined : parseExact(text))
      setTyped({ text, shown: textOf(next) })
      report(id, false)
      onChange(next)
    } catch (error) {
      setTyped({ text, shown, problem: (error as Error).message })
      // Before the next key, which may be the shortcut that saves.
      report(id, true)
    }
  }
  return { text: current?.text ?? shown, problem: current?.problem, change }
}
