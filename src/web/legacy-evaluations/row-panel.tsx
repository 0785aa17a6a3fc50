import { Suspense } from 'react'
import { HeadedPanel, KindIcon, keyboardScroll, Skeleton } from '../design/index.ts'
import { Steps, WholeValue } from '../sheets/index.ts'
import { useShortcuts } from '../shell/index.ts'
import { type RowCell, stateOf, type TypeLabel } from './row-cells.ts'

interface Props {
  readonly name: string
  readonly columns: readonly {
    readonly name: string
    readonly type: TypeLabel | undefined
    readonly cell: RowCell
  }[]
  readonly onStep: (by: 1 | -1) => void
  readonly onClose: () => void
}

/** A row with all its columns in full, beside the table. */
export function RowPanel({ name, columns, onStep, onClose }: Props) {
  useShortcuts({ j: () => onStep(1), k: () => onStep(-1), Escape: onClose })
  return (
    <HeadedPanel label={name} title={name} isWide actions={<Steps onStep={onStep} />} onClose={onClose}>
      <div {...keyboardScroll} className="min-h-0 flex-1 overflow-auto bg-surface -outline-offset-2">
        {columns.map((column) => (
          <section key={column.name} aria-label={column.name} className="border-b px-4 py-3">
            <header className="flex min-h-6 items-center gap-2">
              <KindIcon kind={column.type?.kind ?? 'text'} />
              <h3 className="min-w-0 truncate font-semibold">{column.name}</h3>
              {column.type && <span className="ml-auto text-small text-ink-faint">{column.type.name}</span>}
            </header>
            <WholeCell cell={column.cell} />
          </section>
        ))}
      </div>
    </HeadedPanel>
  )
}

const waitingTexts = {
  RUNNING: 'Running',
  QUEUED: 'Queued',
  SKIPPED: 'Skipped: the run ended before this cell.',
}

function WholeCell({ cell }: { cell: RowCell }) {
  const state = stateOf(cell)
  if ('failure' in state)
    return (
      <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 break-words text-bad">
        {state.failure}
      </p>
    )
  if ('waiting' in state) return <p className="text-ink-faint">{waitingTexts[state.waiting]}</p>
  return (
    <Suspense fallback={<Skeleton className="h-5" />}>
      <WholeValue cell={state.value} />
    </Suspense>
  )
}
