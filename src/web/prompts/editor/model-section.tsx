import { Plus, X } from 'lucide-react'
import type { Metadata, Model } from '../../../engine/template/blueprint/index.ts'
import { Button, Input, Menu, MenuItem, Select } from '../../design/index.ts'
import { providerChoices } from '../providers.ts'
import { Section } from './section.tsx'

interface Props {
  readonly metadata: Metadata | null
  readonly readOnly: boolean
  readonly onChange: (metadata: Metadata) => void
}

const common = ['temperature', 'max_tokens', 'top_p', 'stop', 'seed', 'reasoning_effort']

const blank: Model = {
  provider: 'openai',
  name: '',
  model_config_display_name: null,
  base_model: null,
  parameters: {},
  display_params: {},
  api_type: null,
}

/** What somebody writes is the JSON value it looks like, else text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export function ModelSection({ metadata, readOnly, onChange }: Props) {
  const model = metadata?.model
  const set = (next: Partial<Model>) => onChange({ ...metadata, model: { ...(model ?? blank), ...next } })
  if (!model)
    return (
      <Section title="Model">
        <p className="text-small text-ink-soft">None chosen: applications bring their own.</p>
        {!readOnly && (
          <Button size="small" className="self-start" onClick={() => set({})}>
            Choose a model
          </Button>
        )}
      </Section>
    )
  const { response_format: _shownElsewhere, ...parameters } = model.parameters
  const setParameter = (name: string, value: unknown) =>
    set({ parameters: { ...model.parameters, [name]: value } })
  const missing = common.filter((name) => !Object.hasOwn(parameters, name))
  return (
    <Section title="Model">
      {readOnly ? (
        <p>
          <span className="font-medium">{model.name}</span>{' '}
          <span className="text-small text-ink-faint">{model.provider}</span>
        </p>
      ) : (
        <div className="flex gap-1.5">
          <Select
            label="Provider"
            value={model.provider}
            choices={providerChoices(model.provider)}
            onChange={(provider) => set({ provider })}
            className="max-w-32 shrink-0 [&>span]:truncate"
          />
          <Input
            aria-label="Model"
            placeholder="model"
            value={model.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </div>
      )}
      <dl className="flex flex-col gap-1">
        {Object.entries(parameters).map(([name, value]) => (
          <div key={name} className="flex items-center gap-1.5">
            <dt className="w-32 shrink-0 truncate font-mono text-small text-ink-soft" title={name}>
              {name}
            </dt>
            <dd className="flex min-w-0 flex-1 items-center">
              {readOnly ? (
                <span className="truncate font-mono text-small">{shown(value)}</span>
              ) : (
                <>
                  <Input
                    aria-label={name}
                    className="font-mono text-small"
                    value={shown(value)}
                    onChange={(event) => setParameter(name, readValue(event.target.value))}
                  />
                  <Button
                    kind="quiet"
                    size="small-icon"
                    aria-label={`Remove ${name}`}
                    onClick={() => {
                      const { [name]: _removed, ...rest } = model.parameters
                      set({ parameters: rest })
                    }}
                  >
                    <X />
                  </Button>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {!readOnly && (
        <Menu
          trigger={
            <Button size="small" kind="quiet" className="self-start">
              <Plus />
              Parameter
            </Button>
          }
        >
          {missing.map((name) => (
            <MenuItem key={name} onSelect={() => setParameter(name, '')}>
              <code>{name}</code>
            </MenuItem>
          ))}
        </Menu>
      )}
    </Section>
  )
}
