import type { ToolCall } from '../../../engine/template/blueprint/index.ts'
import { Button, IconButton, Input, TextArea } from '../../design/index.ts'
import { Plus, Trash2 } from '../../icons/index.ts'
import { useItems } from './use-items.ts'

interface Props {
  /** The number of the message, from 1. */
  readonly number: number
  readonly calls: readonly ToolCall[]
  readonly readOnly: boolean
  readonly onChange: (calls: ToolCall[]) => void
}

/** The tool calls of an assistant message. A later tool message answers a call by its id. */
export function ToolCalls({ number, calls, readOnly, onChange }: Props) {
  const { keys, add, remove } = useItems(calls, onChange)
  const addCall = () => {
    const id = `call_${number}_${calls.length + 1}`
    add({ id, type: 'function', function: { name: '', arguments: '{}' }, tool_id: null })
  }
  const set = (index: number, change: Partial<ToolCall>) =>
    onChange(calls.with(index, { ...calls[index]!, ...change }))
  if (calls.length === 0 && readOnly) return null
  return (
    <div className="flex flex-col gap-2 border-t p-2">
      {calls.map((call, index) => {
        const label = `tool call ${index + 1} of message ${number}`
        return (
          <fieldset key={keys[index]} aria-label={`Tool call ${index + 1}`} className="flex flex-col gap-1">
            <div className="flex items-center gap-1.5">
              <Input
                aria-label={`Tool of ${label}`}
                placeholder="tool"
                className="min-w-0 font-mono text-small"
                readOnly={readOnly}
                value={call.function.name}
                onChange={(event) => set(index, { function: { ...call.function, name: event.target.value } })}
              />
              <Input
                aria-label={`ID of ${label}`}
                placeholder="ID"
                className="min-w-0 font-mono text-small"
                readOnly={readOnly}
                value={call.id}
                onChange={(event) => set(index, { id: event.target.value })}
              />
              {!readOnly && (
                <IconButton label={`Remove ${label}`} onClick={() => remove(index, 'Tool call')}>
                  <Trash2 />
                </IconButton>
              )}
            </div>
            <TextArea
              aria-label={`Arguments of ${label}`}
              rows={2}
              className="field-sizing-content max-h-60 min-h-12 font-mono text-small"
              readOnly={readOnly}
              value={call.function.arguments}
              onChange={(event) =>
                set(index, { function: { ...call.function, arguments: event.target.value } })
              }
            />
          </fieldset>
        )
      })}
      {!readOnly && (
        <Button kind="quiet" size="small" className="self-start" onClick={addCall}>
          <Plus />
          Tool call
        </Button>
      )}
    </div>
  )
}
