import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PriceDialog } from '../analytics/index.ts'
import { type Answer, call, queryOf, useMay } from '../api/index.ts'
import { Badge } from '../design/index.ts'
import { RowConfirmButton, useChange } from '../dialogs/index.ts'
import { PriceLists } from './price-lists.tsx'
import { AddButton, Rows, Section } from './section.tsx'

type Override = Answer<'listPriceOverrides'>['price_overrides'][number]

export function Prices() {
  const { data, error, refetch } = useQuery(queryOf(['price-overrides'], 'listPriceOverrides'))
  const isAdmin = useMay('admin')
  const [isAdding, setAdding] = useState(false)
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
          Your own prices replace those of the price list. Logged requests keep their price until they are
          repriced in the{' '}
          <Link to="/analytics" search={{ part: 'costs' }} className="text-accent-ink underline">
            cost ledger
          </Link>
          .
        </>
      }
      query={{ data, error, refetch }}
      action={isAdmin && <AddButton onClick={() => setAdding(true)}>Add price</AddButton>}
    >
      <Rows
        label="Prices"
        heads={['Model', 'Provider', 'For a million tokens', 'Time', '']}
        rows={data?.price_overrides ?? []}
        keyOf={({ id }) => id}
        empty="No prices of your own. The price list applies."
        cells={(price) => [
          <span key="model">
            <bdi className="font-medium">{price.model}</bdi>{' '}
            {price.service_tier && <Badge>{price.service_tier}</Badge>}
          </span>,
          price.provider ?? 'any',
          <span key="rates" className="tabular-nums">
            {ratesText(price.rates)}
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
      <PriceLists />
      {isAdding && <PriceDialog model={null} onClose={() => setAdding(false)} />}
    </Section>
  )
}

const ratesText = (rates: Override['rates']): string =>
  Object.entries(rates)
    .map(([kind, rate]) => `${kind.replaceAll('_', ' ')} $${rate}`)
    .join(', ')

/** When a price applies: without start and end, at any time. */
function timeText({ from, to }: Override): string {
  const [begin, end] = [Date.parse(from) === 0 ? null : from.slice(0, 10), to?.slice(0, 10)]
  if (end) return begin ? `${begin} until ${end}` : `until ${end}`
  return begin ? `since ${begin}` : 'any time'
}
