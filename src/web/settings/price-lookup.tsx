import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { queryOf } from '../api/index.ts'
import { Button, Card, Input, ProviderMark, providerName, QueryState } from '../design/index.ts'
import { Rows } from './section.tsx'

const shownModels = 8

interface Props {
  /** Opens the form of a price; null if the person may not set one. */
  readonly onAdd: (() => void) | null
}

/** The price of a model now, from the workspace's own prices and the list in force. */
export function PriceLookup({ onAdd }: Props) {
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const query = useQuery({
    ...queryOf(['prices', 'lookup', words], 'listModels', { query: { search: words, limit: shownModels } }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <Card title="Look up a price">
      <div className="flex flex-col gap-3 px-4 pb-4">
        <Input
          data-page-search
          aria-label="Model"
          placeholder="Part of the name of a model or provider, such as sonnet"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {words !== '' && <QueryState query={query} rows={2} className="m-0" />}
        {words !== '' && query.data && (
          <>
            <Rows
              label="Models"
              heads={['Model', 'Provider', 'Input', 'Output', 'Context']}
              rows={query.data.models}
              keyOf={({ provider, name }) => `${provider} ${name}`}
              empty="No model of this name has a price. Its calls are logged without one."
              cells={({ provider, name, input, output, context_tokens }) => [
                <bdi key="name" className="font-medium" title={name}>
                  {name}
                </bdi>,
                <span key="provider" className="flex items-center gap-1.5">
                  <ProviderMark provider={provider} />
                  {providerName(provider)}
                </span>,
                <Price key="input" rate={input} />,
                <Price key="output" rate={output} />,
                <span key="context" className="tabular-nums">
                  {context_tokens?.toLocaleString('en') ?? 'unknown'}
                </span>,
              ]}
            />
            <div className="flex flex-wrap items-center justify-between gap-2 text-small text-ink-soft">
              <p>
                US dollars for a million tokens, standard tier.
                {query.data.has_more && ` The first ${shownModels} models; type more of the name.`}
              </p>
              {query.data.models.length === 0 && onAdd && (
                <Button size="small" onClick={onAdd}>
                  Add a price
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

const Price = ({ rate }: { readonly rate: string | null }) => (
  <span className="tabular-nums">{rate === null ? 'no price' : `$${rate}`}</span>
)
