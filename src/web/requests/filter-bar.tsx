import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { call } from '../api/index.ts'
import { Button, Input, Select } from '../design/index.ts'
import { type Filters, isFiltered, type Range, ranges, type Status, statuses } from './filters.ts'

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Filters) => void
}

const any = 'any'
const rangeNames: Record<Range, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}
const statusNames: Record<Status, string> = { SUCCESS: 'Success', WARNING: 'Warning', ERROR: 'Error' }

export function FilterBar({ filters, onChange }: Props) {
  const choose = (field: keyof Filters) => (value: string) =>
    onChange({ [field]: value === any ? undefined : value })
  return (
    <search className="flex flex-wrap items-center gap-2 border-b bg-surface px-4 py-2">
      <Input
        data-page-search
        aria-label="Find requests"
        placeholder="Words in inputs and outputs"
        className="w-72"
        value={filters.find ?? ''}
        onChange={(event) => onChange({ find: event.target.value || undefined })}
      />
      <Select
        label="Time"
        value={filters.range ?? any}
        onChange={choose('range')}
        choices={[
          { value: any, label: 'Any time' },
          ...ranges.map((value) => ({ value, label: rangeNames[value] })),
        ]}
      />
      <Select
        label="Status"
        value={filters.status ?? any}
        onChange={choose('status')}
        choices={[
          { value: any, label: 'Any status' },
          ...statuses.map((value) => ({ value, label: statusNames[value] })),
        ]}
      />
      <SuggestedSelect
        field="engine"
        label="Model"
        none="Any model"
        value={filters.model}
        onChange={choose('model')}
      />
      <SuggestedSelect field="tags" label="Tag" none="Any tag" value={filters.tag} onChange={choose('tag')} />
      {isFiltered(filters) && (
        <Button
          kind="quiet"
          onClick={() =>
            onChange({
              find: undefined,
              status: undefined,
              model: undefined,
              tag: undefined,
              range: undefined,
            })
          }
        >
          <X />
          Clear filters
        </Button>
      )}
    </search>
  )
}

interface SuggestedProps {
  readonly field: 'engine' | 'tags'
  readonly label: string
  readonly none: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** The values that the log really has. */
function SuggestedSelect({ field, label, none, value, onChange }: SuggestedProps) {
  const { data } = useQuery({
    queryKey: ['request-values', field],
    queryFn: () => call('suggestRequestValues', { query: { field } }),
  })
  const values = [...new Set([...(value ? [value] : []), ...(data?.values ?? [])])]
  return (
    <Select
      label={label}
      value={value ?? any}
      onChange={onChange}
      choices={[{ value: any, label: none }, ...values.map((one) => ({ value: one, label: one }))]}
    />
  )
}
