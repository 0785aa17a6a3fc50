import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../design/index.ts'
import { ArrowUpDown, Equal, Minus, Pencil, Plus } from '../../icons/index.ts'
import { DiffView } from './diff-view.tsx'
import type { Paired } from './pair-items.ts'

const styles = {
  same: { icon: Equal, tone: 'neutral', word: 'unchanged' },
  changed: { icon: Pencil, tone: 'note', word: 'changed' },
  moved: { icon: ArrowUpDown, tone: 'warning', word: 'moved' },
  added: { icon: Plus, tone: 'good', word: 'added' },
  removed: { icon: Minus, tone: 'bad', word: 'removed' },
} as const satisfies Record<Paired<unknown>['kind'], { icon: unknown; tone: Tone; word: string }>

interface Props<T> {
  readonly paired: Paired<T>
  /** The heading, such as `System message` or the name of a tool. */
  readonly nameOf: (item: T) => string
  readonly textOf: (item: T) => string
  /** Other changes of the item, listed in its heading. */
  readonly notes?: readonly string[]
  readonly mode: 'unified' | 'split'
}

/** A pair of items: changes are shown, equal parts open on click. */
export function PairedView<T>({ paired, nameOf, textOf, notes = [], mode }: Props<T>) {
  const { kind, from, to } = paired
  const item = (paired.after ?? paired.before) as T
  const { icon: Icon, tone, word } = styles[kind]
  const position = kind === 'moved' ? `${from} → ${to}` : String(to ?? from)
  const head = (
    <>
      <span className="font-medium">
        <bdi>{nameOf(item)}</bdi> <span className="text-ink-faint tabular-nums">{position}</span>
      </span>
      <Badge tone={tone}>
        <Icon className="size-3" aria-hidden />
        {word}
      </Badge>
      {notes.map((note) => (
        <span key={note} className="text-ink-soft">
          {note}
        </span>
      ))}
    </>
  )
  const label = `${nameOf(item)} ${position} ${word}`
  if (kind === 'same' || kind === 'moved')
    return (
      <Folded label={label} head={head}>
        {textOf(item)}
      </Folded>
    )
  const before = paired.before === null ? '' : textOf(paired.before)
  const after = paired.after === null ? '' : textOf(paired.after)
  return (
    <section aria-label={label} className="overflow-hidden rounded-lg border bg-surface">
      <h4 className="flex min-h-8 flex-wrap items-center gap-2 border-b px-3 py-1 text-small">{head}</h4>
      {kind === 'changed' && before !== after && <DiffView before={before} after={after} mode={mode} />}
      {kind === 'added' && <FullText text={after} className="bg-good-soft" />}
      {kind === 'removed' && <FullText text={before} className="bg-bad-soft" />}
    </section>
  )
}

const FullText = ({ text, className }: { text: string; className: string }) => (
  <p
    className={`max-h-96 overflow-auto px-3 py-2 font-mono text-[12.5px] leading-5 whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}
  >
    {text === '' ? 'Empty.' : text}
  </p>
)

const Folded = ({ label, head, children }: { label: string; head: ReactNode; children: string }) => (
  <details aria-label={label} className="overflow-hidden rounded-lg border bg-surface">
    <summary className="flex min-h-8 cursor-default items-center gap-2 px-3 py-1 text-small hover:bg-sunken">
      {head}
    </summary>
    <div className="border-t">
      <FullText text={children} className="bg-sunken" />
    </div>
  </details>
)
