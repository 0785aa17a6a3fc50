import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import { wordChanges } from './word-changes.ts'

interface Props {
  readonly before: string
  readonly after: string
  readonly className?: string
}

const styles = {
  same: '',
  removed: 'rounded-sm bg-bad-soft text-bad line-through decoration-1',
  added: 'rounded-sm bg-good-soft text-good no-underline',
} as const

const tags = { same: 'span', removed: 'del', added: 'ins' } as const

export default function WordDiffView({ before, after, className }: Props) {
  const pieces = useMemo(() => wordChanges(before, after), [before, after])
  return (
    <p
      dir="auto"
      className={classNames('[overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]', className)}
    >
      {pieces.map(({ text, kind }, index) => {
        const Tag = tags[kind]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no ids; another diff replaces them all.
          <Tag key={index} className={styles[kind]}>
            {text}
          </Tag>
        )
      })}
    </p>
  )
}
