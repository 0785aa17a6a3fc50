import { useId } from 'react'
import { Button, TextArea } from '../design/index.ts'
import { problemOf, textOf, type WrittenValue } from './written-value.ts'

interface Props {
  readonly name: string
  readonly written: WrittenValue | undefined
  readonly onChange: (written: WrittenValue) => void
}

const example = '[\n  { "role": "user", "content": "Hello" },\n  { "role": "assistant", "content": "Hi!" }\n]'

/** The value of a placeholder: a list of messages as JSON. */
export function MessagesValue({ name, written, onChange }: Props) {
  const id = useId()
  const text = textOf(written)
  const problem = problemOf({ json: text })
  const isList = problem !== null || text.trim() === '' || text.trim().startsWith('[')
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <div className="flex h-5 items-center gap-2">
        <label htmlFor={id} className="min-w-0 truncate font-mono text-small text-variable" title={name}>
          <bdi>{name}</bdi>
        </label>
        {text.trim() === '' && (
          <span className="ml-auto flex">
            <Button
              kind="quiet"
              size="small"
              className="h-5 px-1 text-tiny"
              aria-label={`Example for ${name}`}
              onClick={() => onChange({ json: example })}
            >
              Example
            </Button>
            <Button
              kind="quiet"
              size="small"
              className="h-5 px-1 text-tiny"
              aria-label={`No messages for ${name}`}
              onClick={() => onChange({ json: '[]' })}
            >
              No messages
            </Button>
          </span>
        )}
      </div>
      <TextArea
        id={id}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== null || !isList}
        rows={1}
        placeholder={'[{"role": "user", "content": "Hello"}]'}
        spellCheck={false}
        className="field-sizing-content max-h-40 min-h-7 py-1 font-mono text-[12.5px]"
        value={text}
        onChange={({ target }) => onChange({ json: target.value })}
      />
      <p
        id={`${id}-hint`}
        className={problem === null && isList ? 'text-small text-ink-soft' : 'text-small text-bad'}
      >
        {problem ??
          (isList
            ? 'A JSON list of messages.'
            : 'The placeholder needs a list: put the messages between [ and ].')}
      </p>
    </div>
  )
}
