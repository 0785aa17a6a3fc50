import { useState } from 'react'
import { TextField } from '../../design/index.ts'

interface Props {
  readonly label: string
  readonly name: string
  readonly problemOf: (name: string) => string | undefined
  readonly onRename: (name: string) => void
}

/**
 * A field for a name. The name is applied when the field is left: references change with it, and a partial
 * name could clash.
 */
export function NameField({ label, name, problemOf, onRename }: Props) {
  const [text, setText] = useState(name)
  const newName = text.trim()
  const problem = newName === name ? undefined : problemOf(newName)
  const rename = () => newName !== name && problem === undefined && onRename(newName)
  return (
    <TextField
      label={label}
      autoComplete="off"
      value={text}
      error={problem}
      onChange={({ target }) => setText(target.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  )
}
