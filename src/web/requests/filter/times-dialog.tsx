import { useState } from 'react'
import { TextField } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import { type Filters, spanOf } from './filters.ts'

interface Times {
  readonly from: string
  readonly to: string
}

interface Props {
  readonly filters: Filters
  readonly onChoose: (times: Times) => void
  readonly onClose: () => void
}

const hourMilliseconds = 3_600_000

/** Asks for two times. The person enters them in the browser's time zone; the address has them in UTC. */
export function TimesDialog({ filters, onChoose, onClose }: Props) {
  const [error, setError] = useState<string>()
  const now = Date.now()
  const { from, to } = spanOf(filters, now) ?? { from: now - hourMilliseconds, to: now }
  return (
    <FormDialog
      title="Choose times"
      description={`Your time zone is ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
      verb="Show"
      label="Times"
      onSubmit={(values) => {
        const [start, end] = [values['from'], values['to']].map((text) => new Date(text ?? '').getTime())
        if (!Number.isFinite(start) || !Number.isFinite(end) || start! >= end!)
          setError('Enter a time that is later than the start.')
        else onChoose({ from: new Date(start!).toISOString(), to: new Date(end!).toISOString() })
      }}
      onClose={onClose}
    >
      <TextField
        label="From"
        name="from"
        type="datetime-local"
        step={1}
        required
        defaultValue={localText(from)}
      />
      <TextField
        label="To"
        error={error}
        name="to"
        type="datetime-local"
        step={1}
        required
        defaultValue={localText(to)}
      />
    </FormDialog>
  )
}

/** A time for an input of type datetime-local: ISO without a zone. */
function localText(time: number): string {
  const shifted = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19)
}
