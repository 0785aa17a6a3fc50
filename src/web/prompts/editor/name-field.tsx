import type { Message } from '../../../engine/template/blueprint/index.ts'
import { Input } from '../../design/index.ts'

interface Props {
  readonly message: Message
  readonly number: number
  readonly readOnly: boolean
  readonly onChange: (message: Message) => void
}

/** The name that messages of some roles have beside their content. */
export function NameField({ message, number, readOnly, onChange }: Props) {
  const style = 'h-6 w-44 font-mono text-small'
  if (message.role === 'tool')
    return (
      <Input
        aria-label={`Call that message ${number} answers`}
        placeholder="tool_call_id"
        className={style}
        readOnly={readOnly}
        value={message.tool_call_id}
        onChange={(event) => onChange({ ...message, tool_call_id: event.target.value })}
      />
    )
  if (message.role === 'placeholder' || message.role === 'function')
    return (
      <Input
        aria-label={`Name of message ${number}`}
        className={style}
        readOnly={readOnly}
        value={message.name}
        onChange={(event) => onChange({ ...message, name: event.target.value })}
      />
    )
  return null
}
