import { Button, Empty } from '../design/index.ts'
import { type Filters, isFiltered, noFilters } from './filter/filters.ts'
import { useMetadataValues } from './filter/use-suggestions.ts'
import type { Shown } from './views/request-views.ts'

/** Maximum number of metadata values that are offered as filters. */
const maxValues = 5

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Shown) => void
}

/** Shown if no request matches. If metadata values begin with the searched words, they are offered as filters. */
export function NoMatches({ filters, onChange }: Props) {
  const values = useMetadataValues(filters.find?.trim() ?? '').slice(0, maxValues)
  return (
    <Empty
      title="No requests match"
      action={
        isFiltered(filters) ? (
          <Button onClick={() => onChange(noFilters)}>Clear filters</Button>
        ) : (
          <Button onClick={() => onChange({ everySource: true })}>Show all sources</Button>
        )
      }
    >
      {filters.find && 'Words are searched in inputs and outputs. '}
      {filters.find &&
        (values.length > 0
          ? 'These metadata values begin with your words:'
          : 'Customers, users and sessions are metadata. Choose one in the facets, or filter by Metadata.')}
      {values.length > 0 && (
        <span className="mt-3 mb-1 flex flex-wrap justify-center gap-2">
          {values.map(({ key, value }) => (
            <Button
              key={`${key} ${value}`}
              onClick={() =>
                onChange({
                  find: undefined,
                  filters: [
                    ...(filters.filters ?? []),
                    { field: 'metadata', operator: 'key_equals', nested_key: key, value },
                  ],
                })
              }
            >
              <bdi className="max-w-80 truncate">
                {key} is {value}
              </bdi>
            </Button>
          ))}
        </span>
      )}
    </Empty>
  )
}
