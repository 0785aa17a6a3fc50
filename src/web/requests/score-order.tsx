import { Button } from '../design/index.ts'
import { ArrowDown, ArrowUp, X } from '../icons/index.ts'
import type { Search } from './filter/filters.ts'

interface Props {
  readonly what: 'Requests' | 'Traces'
  readonly name: string
  readonly isRising: boolean
  readonly onChange: (order: Pick<Search, 'sortScore' | 'rising'>) => void
}

/** The order of a list by a score. */
export const ScoreOrder = ({ what, name, isRising, onChange }: Props) => (
  <section
    aria-label="Order"
    className="flex flex-wrap items-center gap-2 border-b bg-surface px-4 py-1 text-ink-soft"
  >
    <p>
      By score <bdi className="font-medium text-ink">{name}</bdi>, {isRising ? 'lowest' : 'highest'} first.{' '}
      {what} without a number for it are not listed.
    </p>
    <Button size="small" onClick={() => onChange({ rising: isRising ? undefined : true })}>
      {isRising ? <ArrowDown /> : <ArrowUp />}
      {isRising ? 'Highest first' : 'Lowest first'}
    </Button>
    <Button kind="quiet" size="small" onClick={() => onChange({ sortScore: undefined, rising: undefined })}>
      <X />
      Newest first
    </Button>
  </section>
)
