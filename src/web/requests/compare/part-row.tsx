import { FoldedText, WordDiff } from '../../design/index.ts'
import type { PartPair } from './request-parts.ts'

interface Props {
  readonly part: PartPair
  /** False if the heading above has the same name. */
  readonly isNamed: boolean
}

/** One part of two requests, A beside B, with marks on the words that differ. Equal texts are shown once. */
export function PartRow({ part: { title, before, after }, isNamed }: Props) {
  const isSame = before === after
  return (
    <article aria-label={title} className="min-w-0 overflow-hidden rounded-lg border bg-surface">
      {(isNamed || isSame) && (
        <h3 className="flex items-center gap-2 border-b px-3 py-1 text-small font-medium text-ink-soft">
          {isNamed && <bdi className="truncate">{title}</bdi>}
          {isSame && <span className="font-normal text-ink-faint">same</span>}
        </h3>
      )}
      {isSame ? (
        <FoldedText className="p-3" text={before ?? ''} />
      ) : (
        <div className="grid md:grid-cols-2 md:divide-x max-md:divide-y">
          <Side letter="A" before={before} after={after} />
          <Side letter="B" before={before} after={after} />
        </div>
      )}
    </article>
  )
}

interface SideProps extends Pick<PartPair, 'before' | 'after'> {
  readonly letter: 'A' | 'B'
}

function Side({ letter, before, after }: SideProps) {
  const text = letter === 'A' ? before : after
  return (
    <section aria-label={letter} className="flex min-w-0 gap-2 p-3">
      <span aria-hidden className="shrink-0 text-small font-semibold text-ink-faint md:hidden">
        {letter}
      </span>
      <div className="min-w-0 flex-1">
        {text === null && <p className="text-ink-faint">Not in this request</p>}
        {text !== null &&
          (before === null || after === null ? (
            <FoldedText text={text} />
          ) : (
            <WordDiff before={before} after={after} side={letter === 'A' ? 'before' : 'after'} />
          ))}
      </div>
    </section>
  )
}
