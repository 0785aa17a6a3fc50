import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Badge, classNames, FoldedText, WordDiff } from '../../design/index.ts'
import { changeText, duration, money } from '../../requests/index.ts'
import { type ChangeLabel, changeOf } from './change-labels.ts'
import type { ComparedRow } from './queries.ts'
import { letters, type Side } from './sides.ts'

interface Props {
  readonly tableId: string
  readonly sheetId: string
  readonly rows: readonly ComparedRow[]
  readonly sides: readonly Side[]
  /** For each side, whether its numbers are passes and failures. */
  readonly graded: readonly boolean[]
  readonly focus: number
  readonly isDiff: boolean
}

type Cell = NonNullable<ComparedRow['cells'][number]>

/** The compared rows, with the texts of all sides. J and K move between rows; Enter shows all of a row. */
export function ComparedRows({ rows, ...props }: Props) {
  return (
    <ol aria-label="Rows" className="flex flex-col" onKeyDown={moveFocus}>
      {rows.map((row) => (
        <Row key={row.cells.map((cell) => cell?.cell_id).join(' ')} row={row} {...props} />
      ))}
    </ol>
  )
}

function moveFocus(event: KeyboardEvent<HTMLOListElement>) {
  const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
  const row = (event.target as Element).closest('li')
  const next = by === 1 ? row?.nextElementSibling : by === -1 ? row?.previousElementSibling : null
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}

function Row({
  row,
  tableId,
  sheetId,
  sides,
  graded,
  focus,
  isDiff,
}: Omit<Props, 'rows'> & { row: ComparedRow }) {
  const [isOpen, setOpen] = useState(false)
  const element = useRef<HTMLLIElement>(null)
  const isCut = useIsCut(element, row.cells.length)
  const ownCell = row.cells.find((cell, index) => cell && sides[index]?.sheet === undefined)
  const first = row.cells.find((cell) => cell !== null)
  const [label, tone]: ChangeLabel = changeOf(row, focus)
  const number = (ownCell ?? first)?.row_index ?? 0
  return (
    <li
      ref={element}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a row takes the focus, so that J, K and Enter work on it.
      tabIndex={0}
      aria-label={`Row ${number + 1}: ${label}`}
      className="grid scroll-mt-8 border-b sm:grid-cols-[11rem_repeat(var(--sides),minmax(16rem,1fr))] bg-surface -outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) setOpen(!isOpen)
      }}
    >
      <div className="flex min-w-0 flex-col items-start gap-1.5 px-4 py-3 max-sm:flex-row max-sm:flex-wrap max-sm:items-center max-sm:bg-sunken max-sm:py-2">
        <Badge tone={tone}>{label}</Badge>
        {ownCell ? (
          <Link
            to="/tables/$tableId"
            params={{ tableId }}
            search={{ sheet: sheetId, row: ownCell.cell_id }}
            className="text-small text-accent-ink hover:underline"
          >
            Row {(number + 1).toLocaleString('en')}
          </Link>
        ) : (
          <span className="text-small text-ink-soft">Row {(number + 1).toLocaleString('en')}</span>
        )}
        {row.label !== null && (
          <bdi className="line-clamp-4 text-small [overflow-wrap:anywhere] text-ink-soft">{row.label}</bdi>
        )}
      </div>
      {row.cells.map((cell, index) => (
        <div
          key={letters[index]}
          className="flex min-w-0 flex-col gap-1.5 px-4 py-3 max-sm:border-t sm:border-l sm:px-3"
        >
          {cell ? (
            <>
              <Measures
                letter={letters[index]!}
                cell={cell}
                baseline={index === 0 ? null : row.cells[0]!}
                isGraded={graded[index] === true}
              />
              <div className={classNames('min-w-0', !isOpen && 'max-h-40 overflow-hidden')}>
                <div data-text>
                  <Text cell={cell} baseline={index === 0 || !isDiff ? null : row.cells[0]!} />
                </div>
              </div>
            </>
          ) : (
            <p className="text-ink-faint">No such row in {letters[index]}</p>
          )}
        </div>
      ))}
      {!isOpen && isCut && (
        <button
          type="button"
          className="px-3 pb-2 text-left text-small text-accent-ink hover:underline sm:col-start-2 sm:col-end-[-1] sm:border-l"
          onClick={() => setOpen(true)}
        >
          Show whole texts
        </button>
      )}
    </li>
  )
}

/** True if a text of the row is higher than its folded cell. It depends on the width, so it is measured. */
function useIsCut(row: RefObject<HTMLLIElement | null>, cellCount: number): boolean {
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an added side has a text of its own.
  useEffect(() => {
    const texts = [...row.current!.querySelectorAll('[data-text]')]
    const isHigher = (text: Element) => text.clientHeight > text.parentElement!.clientHeight
    const observer = new ResizeObserver(() => setCut(texts.some(isHigher)))
    for (const text of texts) observer.observe(text)
    return () => observer.disconnect()
  }, [row, cellCount])
  return isCut
}

interface MeasuresProps {
  readonly letter: string
  readonly cell: Cell
  readonly baseline: Cell | null
  readonly isGraded: boolean
}

function Measures({ letter, cell, baseline, isGraded }: MeasuresProps) {
  const { value, cost, latency_ms: latency } = cell
  const since = (before: number | null | undefined, after: number) =>
    before == null || before === after ? '' : ` (${changeText(before, after)})`
  return (
    <p className="flex min-h-[18px] flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-faint tabular-nums">
      <span className="font-semibold text-ink-soft">{letter}</span>
      {value !== null &&
        (isGraded && (value === 0 || value === 1) ? (
          <Badge tone={value === 1 ? 'good' : 'bad'}>{value === 1 ? 'Pass' : 'Fail'}</Badge>
        ) : (
          <Badge>
            {value.toLocaleString('en', { maximumFractionDigits: 3 })}
            {since(baseline?.value, value)}
          </Badge>
        ))}
      {cell.status === 'STALE' && cell.text !== null && <Badge tone="warning">Stale</Badge>}
      {cell.is_judgement_stale && cell.status !== 'STALE' && <Badge tone="warning">Not judged</Badge>}
      {cost !== null && (
        <span>
          {money(cost)}
          {since(baseline?.cost, cost)}
        </span>
      )}
      {latency !== null && (
        <span>
          {duration(latency)}
          {since(baseline?.latency_ms, latency)}
        </span>
      )}
    </p>
  )
}

function Text({ cell, baseline }: { cell: Cell; baseline: Cell | null }) {
  if (cell.error_message !== null)
    return <p className="text-bad [overflow-wrap:anywhere]">{cell.error_message}</p>
  if (cell.text === null)
    return <p className="text-ink-faint">{cell.status === 'STALE' ? 'Stale' : 'No value'}</p>
  return (
    <>
      {baseline?.text != null && baseline.text !== cell.text ? (
        <WordDiff before={baseline.text} after={cell.text} />
      ) : (
        <FoldedText text={cell.text} className={baseline?.text === cell.text ? 'text-ink-soft' : ''} />
      )}
      {cell.is_cut && (
        <p className="text-small text-ink-faint">
          The first 10,000 characters are shown. Open the row to read all of it.
        </p>
      )}
    </>
  )
}
