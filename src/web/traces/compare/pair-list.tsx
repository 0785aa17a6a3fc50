import type { ReactNode } from 'react'
import { Badge, classNames, KindIcon, type Tone } from '../../design/index.ts'
import { changeText, duration, money, type RowColumn, RowList } from '../../requests/index.ts'
import { kindOfStep } from '../kind-of-step.ts'
import type { OutlinedSpan } from '../span-tree.ts'
import { durationOf } from '../span-tree.ts'
import type { SpanPair } from './pair-spans.ts'

export const kindLabels: Readonly<Record<SpanPair['kind'], readonly [word: string, Tone]>> = {
  added: ['Only in B', 'good'],
  removed: ['Only in A', 'bad'],
  changed: ['Changed', 'note'],
  same: ['Same', 'neutral'],
}

const edges: Readonly<Record<SpanPair['kind'], string>> = {
  added: 'before:bg-good',
  removed: 'before:bg-bad',
  changed: 'before:bg-note',
  same: 'before:bg-transparent',
}

interface Props {
  readonly pairs: readonly SpanPair[]
  readonly open: string | undefined
  readonly onOpen: (key: string) => void
}

export const keyOf = ({ before, after }: SpanPair): string =>
  `${before?.span_id ?? ''} ${after?.span_id ?? ''}`

/** Deeper levels are not indented further, because the names would leave the screen. */
const maxIndent = 16

const columns: readonly RowColumn<SpanPair, never>[] = [
  { id: 'span', name: 'Span', width: 'minmax(14rem, 1fr)', show: (pair) => <Name pair={pair} /> },
  {
    id: 'difference',
    name: 'Difference',
    width: '6rem',
    show: ({ kind }) => kind !== 'same' && <Badge tone={kindLabels[kind][1]}>{kindLabels[kind][0]}</Badge>,
  },
  {
    id: 'duration',
    name: 'Duration',
    width: '9rem',
    isNumber: true,
    show: (pair) => <Change pair={pair} numberOf={(span) => span && durationOf(span)} textOf={duration} />,
  },
  {
    id: 'tokens',
    name: 'Tokens',
    width: '8rem',
    isNumber: true,
    show: (pair) => <Change pair={pair} numberOf={(span) => span?.tokens ?? null} textOf={count} />,
  },
  {
    id: 'cost',
    name: 'Cost',
    width: '9rem',
    isNumber: true,
    show: (pair) => <Change pair={pair} numberOf={(span) => span?.cost ?? null} textOf={money} />,
  },
]

const count = (value: number): string => value.toLocaleString('en')
const nothingMore = () => {}

/** Pairs of spans as a tree, with the time and cost of each pair. */
export const PairList = ({ pairs, open, onOpen }: Props) => (
  <RowList
    label="Compared spans"
    rows={pairs}
    columns={columns}
    keyOf={keyOf}
    attribute="data-pair"
    edgeOf={({ kind }) => edges[kind]}
    open={open}
    onOpen={onOpen}
    onMore={nothingMore}
    isStale={false}
    hasLetterKeys
  />
)

function Name({ pair: { before, after, depth } }: { pair: SpanPair }) {
  const span = (after ?? before)!
  const kind = kindOfStep(span)
  const isRenamed = before !== null && after !== null && before.name !== after.name
  return (
    <span
      className="flex min-w-0 items-center gap-1.5"
      style={{ paddingLeft: Math.min(depth, maxIndent) * 14 }}
    >
      {kind && <KindIcon kind={kind.icon} label={kind.name} />}
      <bdi className={classNames('truncate', span.status === 'ERROR' && 'text-bad')}>
        {span.name.slice(0, 200)}
      </bdi>
      {isRenamed && (
        <span className="truncate text-small text-ink-faint">
          was <bdi>{before.name.slice(0, 200)}</bdi>
        </span>
      )}
      {after !== null && before !== null && after.status !== before.status && (
        <span className="shrink-0 text-small text-ink-faint">
          {before.status} → {after.status}
        </span>
      )}
    </span>
  )
}

interface ChangeProps {
  readonly pair: SpanPair
  readonly numberOf: (span: OutlinedSpan | null) => number | null
  readonly textOf: (value: number) => string
}

function Change({ pair: { before, after }, numberOf, textOf }: ChangeProps): ReactNode {
  const [a, b] = [numberOf(before), numberOf(after)]
  if (b === null) return a !== null && <span className="text-ink-faint">{textOf(a)}</span>
  if (a === null || a === b) return textOf(b)
  return (
    <span title={`${textOf(a)} in A, ${textOf(b)} in B`}>
      {textOf(b)}{' '}
      <span className={classNames('text-small', b < a ? 'text-good' : 'text-bad')}>{changeText(a, b)}</span>
    </span>
  )
}
