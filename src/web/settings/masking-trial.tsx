import { useId, useState } from 'react'
import { call } from '../api/index.ts'
import { Button, counted, TextArea } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import type { rulesOf } from './masking-rules.ts'

/** Masks a text by the rules on screen, saved or not. */
export function MaskingTrial({ rules }: { rules: ReturnType<typeof rulesOf> }) {
  const id = useId()
  const [text, setText] = useState('')
  const trial = useChange(() => call('testMasking', { body: { rules, text } }))
  const applied = trial.data?.found.filter(({ count }) => count > 0) ?? []
  return (
    <section aria-label="Try a text" className="flex flex-col gap-2 rounded-lg border bg-surface p-3">
      <label htmlFor={id} className="font-semibold">
        Try a text
      </label>
      <TextArea
        id={id}
        rows={3}
        value={text}
        maxLength={20_000}
        placeholder="Write to ada@example.com, or call +1 (415) 555-2671."
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button isBusy={trial.isPending} disabled={text === ''} onClick={() => trial.mutate()}>
          Mask
        </Button>
      </div>
      {trial.data && (
        <output className="flex flex-col gap-1">
          <p className="whitespace-pre-wrap break-words rounded-md bg-sunken px-2 py-1.5">
            {trial.data.text}
          </p>
          <p className="text-small text-ink-soft">
            {applied.length === 0
              ? 'No rule found a value.'
              : applied.map(({ name, count }) => `${name}: ${counted(count, 'value')}`).join(', ')}
          </p>
        </output>
      )}
    </section>
  )
}
