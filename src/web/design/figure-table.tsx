import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Props<T> {
  readonly label: string
  /** The heading of the names, then one for each figure. */
  readonly heads: readonly string[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  readonly nameOf: (row: T) => ReactNode
  readonly figuresOf: (row: T) => readonly ReactNode[]
  readonly className?: string | undefined
}

/** A table of numbers: one row for each named thing, one column for each figure. */
export const FigureTable = <T,>({ label, heads, rows, keyOf, nameOf, figuresOf, className }: Props<T>) => (
  <table aria-label={label} className={classNames('w-full', className)}>
    <thead>
      <tr className="h-8 border-b text-small text-ink-faint">
        {heads.map((head, index) => (
          <th
            key={head}
            scope="col"
            className={classNames('px-3 font-normal', index === 0 ? 'text-left' : 'text-right')}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)} className="h-9 border-b last:border-b-0">
          <th scope="row" className="max-w-80 truncate px-3 text-left font-normal">
            {nameOf(row)}
          </th>
          {figuresOf(row).map((figure, index) => (
            <td key={heads[index + 1]} className="px-3 text-right whitespace-nowrap tabular-nums">
              {figure}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
