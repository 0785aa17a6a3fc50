import { Button } from '../design/index.ts'
import { ArrowDown, ArrowUp, X } from '../icons/index.ts'
import type { Search } from './filter/filters.ts'

interface Props {
  /** The name of the rows. */
  readonly rows: 'Requests' | 'Traces' | 'Sessions'
  /** The name of the score. */
  readonly name: string
  readonly isRising: boolean
  readonly onChange: (order: Pick<Search, 'sortScore' | 'rising'>) => void
}

/** The order of a list by a score. */
export const ScoreOrder = ({ rows, name, isRising, onChange }: Props) => (
  <section
    aria-label="Order"
    className="flex flex-wrap items-center gap-2 border-b bg-surface px-4 py-1 text-ink-soft"
  >
    <p>
      Sorted by score <bdi className="font-medium text-ink">{name}</bdi>, {isRising ? 'lowest' : 'highest'}{' '}
      first. {rows} without this score are not listed.
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
