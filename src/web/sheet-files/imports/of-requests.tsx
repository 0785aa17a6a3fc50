import { useQuery } from '@tanstack/react-query'
import { Field, NativeSelect } from '../../design/index.ts'
import { promptChoicesQuery } from '../../prompts/forms.ts'
import type { ChosenRequests } from './request-filter.ts'

const spans = [
  ['1', 'The last day'],
  ['7', 'The last 7 days'],
  ['30', 'The last 30 days'],
  ['', 'Any time'],
] as const

interface Props {
  readonly chosen: ChosenRequests
  readonly onChoose: (chosen: ChosenRequests) => void
}

/** Which logged requests: of a prompt, and since when. */
export function OfRequests({ chosen, onChoose }: Props) {
  const prompts = useQuery(promptChoicesQuery)
  return (
    <>
      <Field label="Of the prompt">
        {(control) => (
          <NativeSelect
            {...control}
            value={chosen.prompt}
            onChange={({ target }) => onChoose({ ...chosen, prompt: target.value })}
          >
            <option value="">Any, or none</option>
            {prompts.data?.prompts.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="From">
        {(control) => (
          <NativeSelect
            {...control}
            value={chosen.days}
            onChange={({ target }) => onChoose({ ...chosen, days: target.value })}
          >
            {spans.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </>
  )
}
