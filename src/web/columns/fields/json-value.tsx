import { useState } from 'react'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { TextAreaField } from '../../design/index.ts'

interface Props {
  readonly label: string
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

/** A value as JSON. While the text is not valid JSON, the config keeps the last valid value. */
export function JsonValue({ label, value, error, onChange }: Props) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [problem, setProblem] = useState<string>()
  const changeText = (next: string) => {
    setText(next)
    try {
      onChange(next.trim() === '' ? undefined : parseExact(next))
      setProblem(undefined)
    } catch (reason) {
      setProblem((reason as Error).message)
    }
  }
  return (
    <TextAreaField
      label={label}
      error={problem ?? error}
      rows={6}
      spellCheck={false}
      className="font-mono text-small"
      value={text}
      onChange={({ target }) => changeText(target.value)}
    />
  )
}
