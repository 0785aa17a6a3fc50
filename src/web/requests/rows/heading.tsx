// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside a heading takes the focus.

import { classNames } from '../../design/index.ts'
import { ArrowDown, ArrowUp } from '../../icons/index.ts'

export interface Sorting<Sort extends string> {
  /** The sorted column; `score` if the list is sorted by a score, which has no sortable column. */
  readonly by: Sort | 'score' | undefined
  readonly isRising: boolean
  /** The column by which the list is sorted if none is chosen. */
  readonly defaultSort: Sort
  readonly onSort: (change: { readonly sortBy: Sort | undefined; readonly rising: true | undefined }) => void
}

interface Props<Sort extends string> {
  readonly column: { readonly name: string; readonly isNumber?: boolean; readonly sort?: Sort }
  readonly sorting: Sorting<Sort> | undefined
}

/**
 * The heading of a column. The first press sorts, largest or newest first; another press reverses the order.
 */
export function Heading<Sort extends string>({ column: { name, isNumber, sort }, sorting }: Props<Sort>) {
  const isSorted = sort !== undefined && sorting !== undefined && (sorting.by ?? sorting.defaultSort) === sort
  const isRising = isSorted && sorting.isRising
  const Arrow = isRising ? ArrowUp : ArrowDown
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows below are positioned absolutely, so the headings are no table elements either.
    <span
      role="columnheader"
      aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}
      className={classNames('min-w-0 truncate', isNumber && 'text-right')}
    >
      {sort && sorting ? (
        <button
          type="button"
          className={classNames('inline-flex items-center gap-0.5 hover:text-ink', isSorted && 'text-ink')}
          onClick={() =>
            sorting.onSort({
              sortBy: sort === sorting.defaultSort ? undefined : sort,
              rising: isSorted && !isRising ? true : undefined,
            })
          }
        >
          {isSorted && isNumber && <Arrow className="size-3" aria-hidden />}
          {name}
          {isSorted && !isNumber && <Arrow className="size-3" aria-hidden />}
        </button>
      ) : (
        <bdi>{name}</bdi>
      )}
    </span>
  )
}
