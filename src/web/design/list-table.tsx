import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface ListColumn<T> {
  readonly head: string
  /** A Tailwind class. The one column without a class takes the remaining width and truncates longer text. */
  readonly width?: string
  readonly isNumber?: boolean
  /** Left out on a phone. */
  readonly isMinor?: boolean
  readonly cell: (row: T) => ReactNode
}

interface Props<T> {
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  readonly columns: readonly ListColumn<T>[]
  /** Actions at the end of a row. */
  readonly menu: (row: T) => ReactNode
}

const phoneHidden = 'max-sm:hidden'

/** A page's list of named items, one line each. */
export const ListTable = <T,>({ rows, keyOf, columns, menu }: Props<T>) => (
  <table className="w-full text-left">
    <thead className="sticky top-0 bg-canvas text-small text-ink-faint">
      <tr className="h-8 border-b">
        {columns.map(({ head, width, isNumber, isMinor }) => (
          <th
            key={head}
            scope="col"
            className={classNames(
              'px-4 font-medium whitespace-nowrap',
              width ?? 'min-w-40 max-sm:min-w-24',
              width && 'max-sm:w-auto',
              isNumber && 'text-right',
              isMinor && phoneHidden,
            )}
          >
            {head}
          </th>
        ))}
        <th className="w-12">
          <span className="sr-only">More</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)} className="h-10 border-b bg-canvas hover:bg-sunken">
          {columns.map(({ head, width, isNumber, isMinor, cell }) => (
            <td
              key={head}
              className={classNames(
                'px-4',
                width ? ['whitespace-nowrap text-ink-soft', width] : 'max-w-0 truncate',
                isNumber && 'text-right tabular-nums',
                isMinor && phoneHidden,
              )}
            >
              {cell(row)}
            </td>
          ))}
          <td className="sticky right-0 bg-inherit px-2">{menu(row)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
