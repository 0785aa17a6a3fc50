import { keyboardScroll } from '../../../design/index.ts'
import { ThumbsDown, ThumbsUp } from '../../../icons/index.ts'
import type { Matrix, MatrixCell } from './matrix.ts'

const style = 'border-r border-b px-2 py-1 last:border-r-0 [unicode-bidi:isolate]'

/** The table of a score by code: good and bad cells differ in colour and sign. */
export const MatrixTable = ({ matrix: { title, head, rows } }: { matrix: Matrix }) => (
  <section
    aria-label={title ?? 'Score matrix'}
    {...keyboardScroll}
    className="shrink-0 overflow-x-auto rounded-lg border bg-surface"
  >
    <table className="w-full text-left text-small">
      {title !== null && (
        <caption className="border-b bg-sunken px-2 py-1 text-left font-medium">{title}</caption>
      )}
      <thead className="bg-sunken">
        <tr>
          {head.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows and columns of a matrix keep their order; texts may be equal.
            <th key={index} scope="col" className={`${style} font-medium ${index > 0 ? 'text-right' : ''}`}>
              {cell.text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows and columns of a matrix keep their order; texts may be equal.
          <tr key={index} className="last:[&>td]:border-b-0">
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows and columns of a matrix keep their order; texts may be equal.
              <td key={column} className={cellStyle(cell, column)}>
                <Sign isGood={cell.isGood} />
                {cell.text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const cellStyle = (cell: MatrixCell, column: number) =>
  `${style} ${tone(cell)} ${column > 0 ? 'text-right tabular-nums' : ''}`

const tone = ({ isGood }: MatrixCell) =>
  isGood === null ? '' : isGood ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'

function Sign({ isGood }: Pick<MatrixCell, 'isGood'>) {
  if (isGood === null) return null
  const Icon = isGood ? ThumbsUp : ThumbsDown
  return (
    <>
      <Icon className="mr-1.5 inline size-3" aria-hidden />
      <span className="sr-only">{isGood ? 'good: ' : 'bad: '}</span>
    </>
  )
}
