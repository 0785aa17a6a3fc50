import { useState } from 'react'
import { Button, Form, IconButton, Keys, KindIcon, TextArea, WordDiff } from '../../design/index.ts'
import { Pencil, RotateCcw } from '../../icons/index.ts'
import { duration } from '../../requests/index.ts'
import { kindOf } from '../column-kind.ts'
import { type Column, isComputed, isWritable } from '../grid/column.ts'
import { judgementsOf } from '../grid/judged.ts'
import type { Cell } from '../grid/row-store.ts'
import { Answer } from '../peek/answer.tsx'
import { CellBadge } from '../peek/cell-badge.tsx'
import { Judgements } from '../peek/evidence.tsx'
import { Failure } from '../peek/failure.tsx'
import { costText } from '../peek/metrics.tsx'
import { WholeValue } from '../peek/whole-value.tsx'
import type { CellBefore } from './use-row-before.ts'

interface Props {
  readonly column: Column
  readonly cell: Cell
  /** The value on screen while a change is being saved. */
  readonly text: string
  readonly before: CellBefore | undefined
  /** Null if this person may not change cells. */
  readonly actions: {
    readonly write: (text: string, textBefore: string) => void
    readonly answer: (value: unknown) => void
    readonly retry: () => void
  } | null
  readonly hasKeys: boolean
  readonly onCell: () => void
}

/** A column of a row: its value, metrics, earlier value and actions. */
export function RowField({ column, cell, text, before, actions, hasKeys, onCell }: Props) {
  const [isEditing, setEditing] = useState(false)
  const isWaiting = cell.status === 'QUEUED' || cell.status === 'DISPATCHED' || cell.status === 'RUNNING'
  return (
    <section aria-label={column.title} className="flex flex-col gap-2 border-b px-4 py-3">
      <header className="flex min-h-6 items-center gap-2">
        <KindIcon kind={kindOf(column.type)} />
        <h3 className="min-w-0">
          <button
            type="button"
            className="block max-w-full truncate rounded-sm font-semibold hover:underline"
            title="Show this cell alone, with its evidence, inputs and history"
            onClick={onCell}
          >
            {column.title}
          </button>
        </h3>
        {cell.status !== 'COMPLETED' && <CellBadge column={column} cell={cell} />}
        <RunFigures cell={cell} />
        {actions && isWritable(column) && !isEditing && (
          <IconButton label={`Edit ${column.title}`} onClick={() => setEditing(true)}>
            <Pencil />
          </IconButton>
        )}
        {actions && isComputed(column) && (
          <IconButton label={`Run ${column.title} again`} disabled={isWaiting} onClick={actions.retry}>
            <RotateCcw />
          </IconButton>
        )}
      </header>
      {isEditing && actions ? (
        <TextForm
          label={column.title}
          text={text}
          onDone={(next) => {
            setEditing(false)
            if (next !== null && next !== text) actions.write(next, text)
          }}
        />
      ) : (
        <Content column={column} cell={cell} text={text} actions={actions} hasKeys={hasKeys} />
      )}
      {before && isComputed(column) && !isWaiting && <ValueBefore cell={cell} before={before} />}
    </section>
  )
}

function Content({ column, cell, text, actions, hasKeys }: Omit<Props, 'before' | 'onCell'>) {
  if (column.type === 'HUMAN' && actions)
    return <Answer column={column} cell={cell} hasKeys={hasKeys} onAnswer={actions.answer} />
  if (cell.error_message) return <Failure cell={cell} />
  if (isWritable(column))
    return text === '' ? (
      <p className="text-ink-faint">Empty</p>
    ) : (
      <WholeValue cell={{ value: { value: text }, display_value: text }} />
    )
  // The badge in the header names the state.
  if (cell.value === null) return column.type === 'HUMAN' ? null : <p className="text-ink-faint">No value</p>
  const judgements = judgementsOf(cell.value.value)
  return (
    <>
      <WholeValue cell={cell} />
      {judgements && <Judgements judgements={judgements} />}
    </>
  )
}

/** Latency and cost of the cell's last run. */
function RunFigures({ cell: { request_metrics: metrics } }: { cell: Cell }) {
  const facts = metrics && [
    metrics.latency_ms === null ? null : duration(metrics.latency_ms),
    costText(metrics),
  ]
  return (
    <span className="ml-auto shrink-0 text-small whitespace-nowrap text-ink-faint tabular-nums">
      {facts?.filter(Boolean).join(' · ')}
    </span>
  )
}

/** The value in the previous version, if it differs: short values in full, long ones as a word diff. */
function ValueBefore({ cell, before }: { cell: Cell; before: CellBefore }) {
  const [currentText, previousText] = [textOf(cell), textOf(before)]
  if (currentText === previousText || previousText === '') return null
  const isShort =
    currentText.length + previousText.length < 60 && !currentText.includes(' ') && !previousText.includes(' ')
  return (
    <div className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2">
      <p className="text-tiny text-ink-faint">{isShort ? 'Before' : 'Changed since'}</p>
      {isShort ? (
        <p className="break-words">{previousText}</p>
      ) : (
        <WordDiff before={previousText} after={currentText} />
      )}
    </div>
  )
}

const textOf = ({ display_value, error_message }: CellBefore): string => error_message ?? display_value ?? ''

interface FormProps {
  readonly label: string
  readonly text: string
  /** Called with the new text, or with null to leave the text unchanged. */
  readonly onDone: (text: string | null) => void
}

function TextForm({ label, text, onDone }: FormProps) {
  const [next, setNext] = useState(text)
  return (
    <Form label={`Edit ${label}`} onSubmit={() => onDone(next)}>
      <TextArea
        aria-label={label}
        autoFocus
        rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
        value={next}
        onChange={({ target }) => setNext(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(null)
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDone(next)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <div className="flex gap-2">
        <Button kind="primary" type="submit" size="small">
          Save
          <Keys keys="Mod Enter" className="ml-1" />
        </Button>
        <Button size="small" onClick={() => onDone(null)}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
