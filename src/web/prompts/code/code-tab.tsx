import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CodeBlock, Segmented, SelectField, Tabs } from '../../design/index.ts'
import { problemOf, readValues, valuesOf, type WrittenValues } from '../../template-runs/forms.ts'
import { type DynamicLabel, dynamicLabelsQuery } from '../dynamic/queries.ts'
import type { Label, SavedVersion } from '../page/queries.ts'
import { type Integration, type Language, languagesOf, sampleOf } from './samples.ts'

interface Choice {
  readonly value: string
  readonly label: string
  readonly version: number
  readonly metadata?: Readonly<Record<string, string>>
}

interface Props {
  readonly shown: SavedVersion
  readonly labels: readonly Label[]
  readonly values: WrittenValues
}

const integrations: readonly { value: Integration; label: string; hint: string }[] = [
  {
    value: 'run',
    label: 'Run through Galley',
    hint: 'Galley calls the model with the provider key of the workspace, runs its tools, and logs the request.',
  },
  {
    value: 'read',
    label: 'Read and call the provider',
    hint: 'The application reads the prompt, calls the provider with its own key, and logs the request.',
  },
  {
    value: 'log',
    label: 'Log afterwards',
    hint: 'The application calls the model in its own way and logs the request with the prompt and its version.',
  },
]

const names: Readonly<Record<Language, string>> = {
  javascript: 'JavaScript',
  python: 'Python',
  curl: 'cURL',
  opentelemetry: 'OpenTelemetry',
}

/** Example metadata of a read: the key that recognises the reader, and a value of each segment. */
const metadataFor = ({ sticky_key, rules }: DynamicLabel): Readonly<Record<string, string>> => ({
  [sticky_key ?? 'user_id']: 'ada',
  ...Object.fromEntries(
    rules.flatMap(({ segment }) =>
      Object.entries(segment ?? {}).map(([key, values]) => [key, String([values].flat()[0])]),
    ),
  ),
})

/** Code that calls this prompt from an application and runs as pasted. */
export function CodeTab({ shown, labels, values }: Props) {
  const [integration, setIntegration] = useState<Integration>('run')
  const [language, setLanguage] = useState<Language>('javascript')
  const byLabel = labels.map(({ name, version }) => ({
    value: `label ${name}`,
    label: `${name}, now v${version}`,
    version,
  }))
  const { data: dynamic = [] } = useQuery(dynamicLabelsQuery(String(shown.promptId)))
  // A logged request names the version that it used, which a dynamic label does not tell in advance.
  const split = (integration === 'log' ? [] : dynamic).map((label) => ({
    value: `label ${label.name}`,
    label: `${label.name}, splits reads`,
    version: shown.number,
    metadata: metadataFor(label),
  }))
  const fixed = { value: 'version', label: `Always v${shown.number}`, version: shown.number }
  const choices: readonly Choice[] = [...byLabel, ...split, fixed]
  const [chosenValue, setChosenValue] = useState<string | null>(null)
  const choice = choices.find(({ value }) => value === chosenValue) ?? choices[0]!
  const typedValues = valuesOf(shown.template.input_variables, values)
  const areValuesValid = Object.values(typedValues).every((typed) => problemOf(typed) === null)
  const model = shown.metadata?.model
  const sample = {
    name: shown.name,
    selector:
      choice.value === 'version' ? { version: shown.number } : { label: choice.value.slice('label '.length) },
    variables: areValuesValid ? readValues(typedValues) : {},
    version: choice.version,
    metadata: choice.metadata,
    provider: model?.provider ?? 'openai',
    model: model?.name || 'gpt-4.1-mini',
    isResponses: model?.api_type === 'responses',
  }
  const offered = languagesOf(integration)
  const shownLanguage = offered.includes(language) ? language : offered[0]!
  return (
    <div className="flex max-w-4xl flex-col gap-4 p-4">
      <div className="flex flex-wrap items-end gap-4">
        <SelectField
          label="Version"
          value={choice.value}
          choices={choices}
          onChange={setChosenValue}
          className="w-56"
        />
        <Segmented label="Integration" value={integration} choices={integrations} onChange={setIntegration} />
      </div>
      <p className="text-ink-soft">{integrations.find(({ value }) => value === integration)!.hint}</p>
      {!model && integration === 'run' && (
        <p className="text-warning">Choose a model in the editor first: a run needs one.</p>
      )}
      <Tabs
        isInset
        value={shownLanguage}
        onChange={setLanguage}
        tabs={offered.map((value) => ({
          value,
          label: names[value],
          panel: <CodeBlock name={names[value]} text={sampleOf(integration, value, sample)} />,
        }))}
      />
      <p className="text-small text-ink-soft">
        <code>API_KEY</code> is a key of this workspace:{' '}
        <Link to="/settings/keys" className="text-accent-ink underline">
          create one in Settings
        </Link>
        . {integration !== 'log' && 'The variables have the values of the editor.'}
      </p>
    </div>
  )
}
