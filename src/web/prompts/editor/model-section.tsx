import type { Metadata, Model } from '../../../engine/template/blueprint/index.ts'
import { ProviderMark, providerName } from '../../design/index.ts'
import type { NamedKey } from '../connection-in.ts'
import { KeyNote } from './model/key-note.tsx'
import { ModelNote } from './model/model-note.tsx'
import { ModelPicker } from './model/model-picker.tsx'
import type { ModelName } from './model/picked-model.tsx'
import { RemovableModel } from './model/removable-model.tsx'
import { ParameterList } from './parameter-list.tsx'
import { Section } from './section.tsx'

interface Props {
  readonly metadata: Metadata | null
  readonly readOnly: boolean
  readonly onChange: (metadata: Metadata) => void
  /** The provider key that the version names. */
  readonly connection?: NamedKey | undefined
  /** Absent where the key cannot be chosen. */
  readonly onConnection?: (connection: NamedKey) => void
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

/** The settings for another model: its parameters stay, its base model goes, and its API type stays within a provider. */
const renamed = (model: Model, { provider, name }: ModelName): Model => ({
  ...model,
  provider,
  name,
  base_model: null,
  api_type: provider === model.provider ? model.api_type : null,
})

export function ModelSection({ metadata, readOnly, onChange, connection, onConnection }: Props) {
  const model = metadata?.model
  const set = (next: Model | null) => onChange({ ...metadata, model: next })
  const pick = (name: ModelName) => set(renamed(model ?? blank, name))
  if (!model)
    return (
      <Section title="Model">
        {!readOnly && <ModelPicker model={null} onPick={pick} />}
        <p className="text-small text-ink-soft">No model: applications that read this prompt choose one.</p>
      </Section>
    )
  // The response format has a section of its own, below the messages.
  const { response_format: format, ...parameters } = model.parameters
  return (
    <Section title="Model">
      {/* In a wide section the note is beside the model. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 *:first:max-w-md *:first:min-w-64 *:first:flex-1">
        {readOnly ? (
          <p className="flex items-center gap-2">
            <ProviderMark provider={model.provider} />
            <bdi className="min-w-0 truncate font-medium">{model.name}</bdi>
            <span className="shrink-0 text-small text-ink-faint">{providerName(model.provider)}</span>
          </p>
        ) : (
          <RemovableModel model={model} onPick={pick} onRemove={() => set(null)} />
        )}
        <ModelNote
          model={model}
          {...(!readOnly && { onProvider: (provider) => pick({ provider, name: model.name }) })}
        />
      </div>
      {!readOnly && <KeyNote provider={model.provider} connection={connection} onConnection={onConnection} />}
      <ParameterList
        parameters={parameters}
        readOnly={readOnly}
        onChange={(next) =>
          set({ ...model, parameters: format === undefined ? next : { ...next, response_format: format } })
        }
      />
    </Section>
  )
}
