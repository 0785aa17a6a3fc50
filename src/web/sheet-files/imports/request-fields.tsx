import { PromptSelect } from '../../choosers/index.ts'
import { Field, NativeSelectField } from '../../design/index.ts'
import type { ChosenRequests } from './request-filter.ts'

const spans = [
  ['1', 'The last day'],
  ['7', 'The last 7 days'],
  ['30', 'The last 30 days'],
  ['', 'Any time'],
] as const

const anyPrompt = [{ value: '', label: 'Any prompt or none' }]

interface Props {
  readonly chosen: ChosenRequests
  readonly onChoose: (chosen: ChosenRequests) => void
}

/** Chooses logged requests by prompt and time. */
export function RequestFields({ chosen, onChoose }: Props) {
  return (
    <>
      <Field label="Of the prompt">
        {(control) => (
          <PromptSelect
            {...control}
            withSnippets
            value={chosen.prompt?.name ?? ''}
            fixed={anyPrompt}
            onChange={(name, { id }) =>
              onChoose({ ...chosen, prompt: id === undefined ? null : { id, name } })
            }
          />
        )}
      </Field>
      <NativeSelectField
        label="From"
        value={chosen.days}
        onChange={({ target }) => onChoose({ ...chosen, days: target.value })}
        options={spans}
      />
    </>
  )
}
