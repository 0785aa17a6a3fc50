import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, providerName } from '../../../design/index.ts'
import { TriangleAlert } from '../../../icons/index.ts'
import { contextText, rateText } from './model-text.ts'
import type { ModelName } from './picked-model.tsx'
import { modelQuery } from './queries.ts'

/** Providers whose models may have any name: deployments and custom providers. */
const providersWithAnyName = new Set(['openai.azure', 'huggingface', 'custom'])

/**
 * The providers that list the model, if the chosen provider does not; otherwise null. Null while the list loads.
 */
export function useProviderMismatch({ provider, name }: ModelName): readonly string[] | null {
  const { data } = useQuery(modelQuery(provider, name))
  if (!data || data.model || data.listed_by.length === 0 || providersWithAnyName.has(provider)) return null
  return data.listed_by
}

interface ProviderMismatchProps {
  readonly model: ModelName
  readonly onProvider?: (provider: string) => void
}

/** Warns before a run that the provider does not have the model. */
export function ProviderMismatch({ model, onProvider }: ProviderMismatchProps) {
  const others = useProviderMismatch(model)
  if (!others) return null
  const [first] = others
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-2 py-1.5 text-small text-warning"
    >
      <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 basis-40">
        <bdi>{model.name}</bdi> is a model of {others.map(providerName).join(' and ')}, not of{' '}
        {providerName(model.provider)}.
      </span>
      {onProvider && (
        <Button size="small" className="text-ink" onClick={() => onProvider(first!)}>
          Use {providerName(first!)}
        </Button>
      )}
    </div>
  )
}

/** The context and price of the chosen model, or a warning. */
export function ModelNote({ model, onProvider }: ProviderMismatchProps) {
  const { data } = useQuery(modelQuery(model.provider, model.name))
  const listedProviders = useProviderMismatch(model)
  if (model.name.trim() === '')
    return (
      <p role="alert" className="text-small text-bad">
        Choose a model, or remove it. A version without the name of its model cannot be saved.
      </p>
    )
  if (listedProviders) return <ProviderMismatch model={model} {...(onProvider && { onProvider })} />
  if (!data) return <p className="h-[18px]" />
  if (!data.model)
    return (
      <p className="text-small text-ink-soft">
        No price: the cost of its requests stays unknown.{' '}
        <Link to="/settings/prices" className="text-accent-ink underline">
          Prices
        </Link>
      </p>
    )
  const { context_tokens, input, output } = data.model
  const parts = [
    context_tokens !== null && `${contextText(context_tokens)} tokens`,
    input !== null && `${rateText(input)} in`,
    output !== null && `${rateText(output)} out`,
  ].filter(Boolean)
  return (
    <p className="text-small text-ink-soft tabular-nums" title="Context length; price of a million tokens">
      {parts.join(' · ')} <span className="text-ink-faint">per 1M</span>
    </p>
  )
}
