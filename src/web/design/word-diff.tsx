import { lazy, Suspense } from 'react'
import { loadPart } from './load-part.ts'
import { Skeleton } from './states.tsx'

const View = lazy(() => loadPart(() => import('./word-diff-view.tsx')))

/** Characters that a browser compares and lays out without a noticeable pause. */
const comparedLength = 20_000

interface Props {
  readonly before: string
  readonly after: string
  /** Shows one of the texts with its own words marked; absent: both as one text. */
  readonly side?: 'before' | 'after'
  readonly className?: string
}

/** Shows the difference of two texts, with removed and added words marked. Long texts are cut. */
export function WordDiff({ before, after, side, className }: Props) {
  const isCut = before.length > comparedLength || after.length > comparedLength
  return (
    <Suspense fallback={<Skeleton className="h-5" />}>
      <View
        before={before.slice(0, comparedLength)}
        after={after.slice(0, comparedLength)}
        side={side}
        {...(className && { className })}
      />
      {isCut && (
        <p className="text-small text-ink-faint">
          Only the first {comparedLength.toLocaleString('en')} characters are compared.
        </p>
      )}
    </Suspense>
  )
}
