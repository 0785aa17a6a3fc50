import { Button } from '../design/index.ts'
import { ArrowDown, ArrowUp, X } from '../icons/index.ts'
import type { Search } from './filter/filters.ts'

interface Props {
  readonly name: string
  readonly isRising: boolean
  readonly onChange: (order: Search) => void
}

/** Shows that the list is sorted by a score, which leaves out requests without the score. */
export const ScoreOrder = ({ name, isRising, onChange }: Props) => (
  <section
    aria-label="Order"
    className="flex flex-wrap items-center gap-2 border-b bg-surface px-4 py-1 text-ink-soft"
  >
    <p>
      By score <bdi className="font-medium text-ink">{name}</bdi>, {isRising ? 'lowest' : 'highest'} first.
      Requests without a number for it are not listed.
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
