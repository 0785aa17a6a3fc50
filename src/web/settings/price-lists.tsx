import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RepriceDialog } from '../analytics/index.ts'
import { type Answer, queryOf, useMay } from '../api/index.ts'
import { Badge, Button, counted, QueryState } from '../design/index.ts'
import { type ListSource, PriceListDialog } from './price-list-dialog.tsx'
import { Part, Rows } from './section.tsx'

type PriceList = Answer<'listPriceLists'>['price_lists'][number]

/** After a list was replaced, requests of this number of days can be repriced. */
const repricedDays = 30

/** The price list in force, earlier lists, and the import of a list. */
export function PriceLists() {
  const { data, error, refetch } = useQuery(queryOf(['price-lists'], 'listPriceLists'))
  const isAdmin = useMay('admin')
  const [source, setSource] = useState<ListSource | null>(null)
  const [repricing, setRepricing] = useState<{ from: string; to: string } | null>(null)
  return (
    <Part
      title="Price lists"
      about="The list in force prices the models without a price of your own."
      action={isAdmin && <Button onClick={() => setSource({ kind: 'import' })}>Import a list</Button>}
    >
      <QueryState query={{ data, error, refetch }} rows={2} className="m-0" />
      {data && (
        <Rows
          label="Price lists"
          heads={['List', 'Date', 'Models', 'Imported by', '']}
          rows={data.price_lists}
          keyOf={({ id }) => id ?? 0}
          empty=""
          cells={(list) => [
            <ListName key="name" list={list} />,
            list.date,
            list.models.toLocaleString('en'),
            list.source === 'built_in' ? 'Part of Galley' : list.imported_by,
            list.in_force ? (
              <Badge key="use" tone="good">
                In force
              </Badge>
            ) : (
              isAdmin && (
                <Button
                  key="use"
                  size="small"
                  aria-label={`Use ${list.name}`}
                  onClick={() => setSource({ kind: 'stored', id: list.id, name: list.name })}
                >
                  Use
                </Button>
              )
            ),
          ]}
        />
      )}
      {source && (
        <PriceListDialog
          source={source}
          onClose={() => setSource(null)}
          onReprice={() => {
            setSource(null)
            setRepricing(lastDays())
          }}
        />
      )}
      {repricing && <RepriceDialog {...repricing} onClose={() => setRepricing(null)} />}
    </Part>
  )
}

const ListName = ({ list }: { list: PriceList }) => (
  <span title={list.url ?? counted(list.models, 'model')}>
    <bdi className="font-medium">{list.name}</bdi>{' '}
    <span className="text-ink-faint">{list.url ? new URL(list.url).host : formatNames[list.format]}</span>
  </span>
)

const formatNames: Readonly<Record<PriceList['format'], string>> = {
  'genai-prices': 'genai-prices format',
  litellm: 'LiteLLM format',
}

const lastDays = () => {
  const now = Date.now()
  return { from: new Date(now - repricedDays * 86_400_000).toISOString(), to: new Date(now).toISOString() }
}
