import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import { wordChanges } from './word-changes.ts'

interface Props {
  readonly before: string
  readonly after: string
  /** Shows one of the texts with its own words marked; absent: both as one text. */
  readonly side?: 'before' | 'after' | undefined
  readonly className?: string
}

const styles = {
  same: '',
  removed: 'rounded-sm bg-bad-soft text-bad decoration-1',
  added: 'rounded-sm bg-good-soft text-good no-underline',
} as const

const tags = { same: 'span', removed: 'del', added: 'ins' } as const

export default function WordDiffView({ before, after, side, className }: Props) {
  const hidden = side && (side === 'before' ? 'added' : 'removed')
  const pieces = useMemo(
    () => wordChanges(before, after).filter(({ kind }) => kind !== hidden),
    [before, after, hidden],
  )
  return (
    <p
      dir="auto"
      className={classNames('[overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]', className)}
    >
      {pieces.map(({ text, kind }, index) => {
        const Tag = tags[kind]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no ids; another diff replaces them all.
          <Tag key={index} className={classNames(styles[kind], side && 'no-underline')}>
            {text}
          </Tag>
        )
      })}
    </p>
  )
}
