import { Button, Input } from '../../design/index.ts'
import type { Filter } from '../filter/filters.ts'

interface Props {
  readonly name: string
  readonly onAdd: (filter: Filter) => void
}

/** Filters by a range of the numbers of one score. */
export const ScoreRange = ({ name, onAdd }: Props) => (
  <form
    aria-label={`Range of ${name}`}
    className="flex items-center gap-1.5 px-4 pb-1"
    onSubmit={(event) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget)
      const filter = rangeFilter(name, String(form.get('from') ?? ''), String(form.get('to') ?? ''))
      if (filter) onAdd(filter)
    }}
  >
    <Input
      name="from"
      type="number"
      step="any"
      aria-label={`${name} from`}
      placeholder="from"
      className={style}
    />
    <Input name="to" type="number" step="any" aria-label={`${name} to`} placeholder="to" className={style} />
    <Button type="submit" size="small">
      Filter
    </Button>
  </form>
)

const style = 'h-6 w-16 text-small'

/** The filter for a range; null if neither bound is set. */
export function rangeFilter(name: string, from: string, to: string): Filter | null {
  const filter = { field: 'score_values' as const, nested_key: name }
  if (from !== '' && to !== '') return { ...filter, operator: 'between', value: [Number(from), Number(to)] }
  if (from !== '') return { ...filter, operator: 'gte', value: Number(from) }
  return to === '' ? null : { ...filter, operator: 'lte', value: Number(to) }
}
