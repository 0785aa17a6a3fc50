import { TextAreaField } from '../../design/index.ts'
import { useJsonText } from './use-json-text.ts'

interface Props {
  readonly label: string
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

const acceptAny = (value: unknown) => value

/** A value as JSON; an empty text stands for no value. */
export function JsonValue({ label, value, error, onChange }: Props) {
  const { text, problem, change } = useJsonText(value, acceptAny, onChange)
  return (
    <TextAreaField
      label={label}
      error={problem ?? error}
      rows={6}
      spellCheck={false}
      className="font-mono text-small"
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  )
}
