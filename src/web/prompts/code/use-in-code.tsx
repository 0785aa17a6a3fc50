import { useState } from 'react'
import { CodeBlock, Field, Select, Tabs } from '../../design/index.ts'
import { problemOf, readValues, valuesOf, type WrittenValues } from '../../running/forms.ts'
import type { Label, SavedVersion } from '../page/queries.ts'
import { type Language, sampleOf } from './samples.ts'

interface Props {
  readonly shown: SavedVersion
  readonly labels: readonly Label[]
  readonly values: WrittenValues
}

const languages: readonly { value: Language; label: string }[] = [
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
  { value: 'curl', label: 'cURL' },
]

/** What an application writes to be served this prompt. */
export function UseInCode({ shown, labels, values }: Props) {
  const [language, setLanguage] = useState<Language>('javascript')
  const versions = [{ value: 'version', label: `Version ${shown.number}, for good` }]
  const byLabel = labels.map(({ name, version }) => ({
    value: `label ${name}`,
    label: `${name}, now v${version}`,
  }))
  const choices = [...byLabel, ...versions]
  const [picked, setPicked] = useState<string | null>(null)
  const choice = picked ?? choices[0]!.value
  const selector = choice === 'version' ? { version: shown.number } : { label: choice.slice('label '.length) }
  const asked = valuesOf(shown.template.input_variables, values)
  const isWhole = Object.values(asked).every((written) => problemOf(written) === null)
  const variables = isWhole ? readValues(asked) : {}
  return (
    <div className="flex max-w-3xl flex-col gap-3 p-4">
      <Field label="Served">
        {({ id }) => (
          <Select id={id} value={choice} choices={choices} onChange={setPicked} className="w-72" />
        )}
      </Field>
      <Tabs
        isInset
        value={language}
        onChange={setLanguage}
        tabs={languages.map(({ value, label }) => ({
          value,
          label,
          panel: <CodeBlock what={label} text={sampleOf(value, { name: shown.name, selector, variables })} />,
        }))}
      />
      <p className="text-small text-ink-soft">
        <code>API_KEY</code> is a key of this workspace; make one under Settings.
      </p>
    </div>
  )
}
