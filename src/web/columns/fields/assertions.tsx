import { Button, IconButton, TextArea } from '../../design/index.ts'
import { Plus, X } from '../../icons/index.ts'

interface Props {
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

/**
 * The assertions of a judge: one text, or several that must all be true, which the config stores as a JSON list.
 */
export function Assertions({ value, error, onChange }: Props) {
  const assertions = assertionsOf(value)
  const put = (next: readonly string[]) => onChange(next.length > 1 ? JSON.stringify(next) : (next[0] ?? ''))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Assertions</legend>
      {assertions.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: assertions have no ids; their fields are controlled and hold no state.
        <div key={index} className="flex items-start gap-1">
          <TextArea
            aria-label={assertions.length > 1 ? `Assertion ${index + 1}` : 'Fixed value'}
            aria-invalid={error !== undefined}
            rows={assertions.length > 1 ? 2 : 4}
            placeholder="The answer is polite."
            value={text}
            onChange={({ target }) => put(assertions.with(index, target.value))}
          />
          {assertions.length > 1 && (
            <IconButton
              label={`Remove assertion ${index + 1}`}
              onClick={() => put(assertions.toSpliced(index, 1))}
            >
              <X />
            </IconButton>
          )}
        </div>
      ))}
      <Button kind="quiet" size="small" className="self-start" onClick={() => put([...assertions, ''])}>
        <Plus />
        Add an assertion
      </Button>
      {assertions.length > 1 && <p className="text-small text-ink-faint">Each is judged by itself.</p>}
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The assertions in a stored value. A text that is no JSON list of texts is one assertion. */
export function assertionsOf(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : ''
  if (!text.trimStart().startsWith('[')) return [text]
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === 'string')
      ? list
      : [text]
  } catch {
    return [text]
  }
}
