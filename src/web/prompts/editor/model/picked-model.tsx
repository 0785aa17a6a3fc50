import { ProviderMark, providerName } from '../../../design/index.ts'
import { ChevronDown } from '../../../icons/index.ts'

export interface ModelName {
  readonly provider: string
  readonly name: string
}

export interface PickerProps {
  /** Null if no model is chosen yet. */
  readonly model: ModelName | null
  readonly onPick: (model: ModelName) => void
  readonly id?: string
  /** The name of the control; "Model" if absent. */
  readonly label?: string
  /** The text while no model is chosen; "Choose a model" if absent. */
  readonly placeholder?: string
}

export const triggerStyle =
  'inline-flex h-7 w-full min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2 text-body hover:bg-sunken'

/** The content of the closed control. */
export const PickedModel = ({
  model,
  placeholder = 'Choose a model',
}: Pick<PickerProps, 'model' | 'placeholder'>) => (
  <>
    {model && model.name !== '' ? (
      <>
        <ProviderMark provider={model.provider} />
        <bdi className="min-w-0 truncate font-medium">{model.name}</bdi>
        <span className="ml-auto shrink-0 text-small text-ink-faint">{providerName(model.provider)}</span>
      </>
    ) : (
      <span className="mr-auto min-w-0 truncate text-ink-faint">{placeholder}</span>
    )}
    <ChevronDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
  </>
)
