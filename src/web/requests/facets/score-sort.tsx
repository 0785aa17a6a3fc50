import type { Search } from '../filter/filters.ts'

interface Props {
  readonly name: string
  readonly onSort: (order: Pick<Search, 'sortScore' | 'rising'> & { readonly sortBy: undefined }) => void
}

const style = 'h-6 text-accent-ink hover:underline'

/** Sorts the list by one score. */
export const ScoreSort = ({ name, onSort }: Props) => (
  <p className="flex gap-3 px-4 pb-1 text-small">
    <button
      type="button"
      className={style}
      onClick={() => onSort({ sortBy: undefined, sortScore: name, rising: true })}
    >
      Lowest first
    </button>
    <button
      type="button"
      className={style}
      onClick={() => onSort({ sortBy: undefined, sortScore: name, rising: undefined })}
    >
      Highest first
    </button>
  </p>
)
