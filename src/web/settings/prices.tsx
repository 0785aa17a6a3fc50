import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PriceDialog } from '../analytics/index.ts'
import { type Answer, call, useMay } from '../api/index.ts'
import { Button, ConfirmByName } from '../design/index.ts'
import { AddButton, Rows, Section } from './section.tsx'
import { useChange } from './use-change.ts'

type Override = Answer<'listPriceOverrides'>['price_overrides'][number]

export function Prices() {
  const { data, error, refetch } = useQuery({
    queryKey: ['price-overrides'],
    queryFn: () => call('listPriceOverrides'),
  })
  const isAdmin = useMay('admin')
  const [isAdding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Override | null>(null)
  const remove = useChange(
    'price-overrides',
    (id: number) => call('deletePriceOverride', { params: { price_override_id: id } }),
    { done: 'Price deleted; reprice to count what is logged' },
  )
  return (
    <Section
      title="Prices"
      about={
        <>
          Your own prices, before those of the list that Galley came with. What is logged keeps its price
          until it is repriced in the{' '}
          <Link to="/analytics" search={{ part: 'costs' }} className="text-accent-ink underline">
            cost ledger
          </Link>
          .
        </>
      }
      isLoading={!data}
      error={error}
      onRetry={refetch}
      action={isAdmin && <AddButton onClick={() => setAdding(true)}>Add price</AddButton>}
    >
      <Rows
        label="Prices"
        heads={['Model', 'Provider', 'For a million tokens', 'Since', '']}
        rows={data?.price_overrides ?? []}
        keyOf={({ id }) => id}
        empty="No prices of your own: the list that Galley came with counts."
        cells={(price) => [
          <bdi key="model" className="font-medium">
            {price.model}
          </bdi>,
          price.provider ?? 'any',
          <span key="rates" className="tabular-nums">
            {ratesText(price.rates)}
          </span>,
          sinceText(price.from),
          isAdmin && (
            <Button
              key="delete"
              kind="danger"
              size="small"
              aria-label={`Delete the price of ${price.model}`}
              onClick={() => setDeleting(price)}
            >
              Delete
            </Button>
          ),
        ]}
      />
      {isAdding && <PriceDialog model={null} onClose={() => setAdding(false)} />}
      {deleting && (
        <ConfirmByName
          open
          onOpenChange={() => setDeleting(null)}
          verb="Delete"
          name={deleting.model}
          consequence="New requests cost what the list that Galley came with says, or nothing where it knows no price."
          onConfirm={() => remove.mutate(deleting.id)}
        />
      )}
    </Section>
  )
}

const ratesText = (rates: Override['rates']): string =>
  Object.entries(rates)
    .map(([kind, rate]) => `${kind.replaceAll('_', ' ')} $${rate}`)
    .join(', ')

/** A price without a beginning holds for everything. */
const sinceText = (from: string): string => (Date.parse(from) === 0 ? 'ever' : from.slice(0, 10))
