import type { Metadata, Model } from '../../../engine/template/blueprint/index.ts'
import { Button, Input, Select } from '../../design/index.ts'
import { providerChoices } from '../providers.ts'
import { ParameterList } from './parameter-list.tsx'
import { Section } from './section.tsx'

interface Props {
  readonly metadata: Metadata | null
  readonly readOnly: boolean
  readonly onChange: (metadata: Metadata) => void
}

const blank: Model = {
  provider: 'openai',
  name: '',
  model_config_display_name: null,
  base_model: null,
  parameters: {},
  display_params: {},
  api_type: null,
}

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
  // Shown by itself, below the messages.
  const { response_format: format, ...parameters } = model.parameters
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
      <ParameterList
        parameters={parameters}
        readOnly={readOnly}
        onChange={(next) =>
          set({ parameters: format === undefined ? next : { ...next, response_format: format } })
        }
      />
    </Section>
  )
}
