import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PriceDialog } from '../analytics/index.ts'
import { type Answer, call, queryOf, useMay } from '../api/index.ts'
import { Badge, Button, ProviderMark, providerName } from '../design/index.ts'
import { RowConfirmButton, useChange } from '../dialogs/index.ts'
import { PriceLists } from './price-lists.tsx'
import { PriceLookup } from './price-lookup.tsx'
import { Part, Rows, Section } from './section.tsx'

type Override = Answer<'listPriceOverrides'>['price_overrides'][number]

export function Prices() {
  const { data, error, refetch } = useQuery(queryOf(['price-overrides'], 'listPriceOverrides'))
  const isAdmin = useMay('admin')
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  const remove = useChange(
    (id: number) => call('deletePriceOverride', { params: { price_override_id: id } }),
    { keys: ['price-overrides'], done: 'Price deleted. Reprice to update logged requests.' },
  )
  return (
    <Section
      title="Prices"
      changedBy="admin"
      about={
        <>
          What the calls of each model cost. Logged requests keep their price until they are repriced in the{' '}
          <Link to="/analytics" search={{ part: 'costs' }} className="text-accent-ink underline">
            cost ledger
          </Link>
          .
        </>
      }
      query={{ data, error, refetch }}
    >
      <PriceLookup onAdd={isAdmin ? add : null} />
      <Part
        title="Your own prices"
        about="US dollars for a million tokens. They replace those of the price list."
        action={isAdmin && <Button onClick={add}>Add price</Button>}
      >
        <Rows
          label="Prices"
          heads={['Model', 'Provider', 'Input', 'Output', 'Other rates', 'Applies', '']}
          rows={data?.price_overrides ?? []}
          keyOf={({ id }) => id}
          empty="No prices of your own. The price list applies."
          cells={(price) => [
            <span key="model">
              <bdi className="font-medium">{price.model}</bdi>{' '}
              {price.service_tier && <Badge>{price.service_tier}</Badge>}
            </span>,
            price.provider === null ? (
              'any'
            ) : (
              <span key="provider" className="flex items-center gap-1.5">
                <ProviderMark provider={price.provider} />
                {providerName(price.provider)}
              </span>
            ),
            <Rate key="input" rate={price.rates.input} />,
            <Rate key="output" rate={price.rates.output} />,
            <span key="rates" title={otherRates(price.rates)} className="text-small">
              {otherRates(price.rates)}
            </span>,
            timeText(price),
            isAdmin && (
              <RowConfirmButton
                key="delete"
                verb="Delete"
                name={price.model}
                aria-label={`Delete the price of ${price.model}`}
                consequence="New requests get the price of the price list, or no price if it has none."
                onConfirm={() => remove.mutate(price.id)}
              />
            ),
          ]}
        />
      </Part>
      <PriceLists />
      {isAdding && <PriceDialog model={null} onClose={() => setAdding(false)} />}
    </Section>
  )
}

const Rate = ({ rate }: { readonly rate: string | undefined }) => (
  <span className="tabular-nums">{rate === undefined ? '' : `$${rate}`}</span>
)

const otherRates = (rates: Override['rates']): string =>
  Object.entries(rates)
    .filter(([kind]) => kind !== 'input' && kind !== 'output')
    .map(([kind, rate]) => `${kind.replaceAll('_', ' ')} $${rate}`)
    .join(', ')

/** When a price applies: without start and end, at any time. */
function timeText({ from, to }: Override): string {
  const [begin, end] = [Date.parse(from) === 0 ? null : from.slice(0, 10), to?.slice(0, 10)]
  if (end) return begin ? `${begin} until ${end}` : `until ${end}`
  return begin ? `since ${begin}` : 'any time'
}
