import { lazy, Suspense } from 'react'
import { Skeleton } from './states.tsx'

const View = lazy(() => import('./word-diff-view.tsx'))

/** Most characters that a browser compares and lays out without a noticeable pause. */
const mostShown = 20_000

interface Props {
  readonly before: string
  readonly after: string
  readonly className?: string
}

/** Shows two texts as one, with removed and added words marked. Long texts are cut. */
export function WordDiff({ before, after, className }: Props) {
  const isCut = before.length > mostShown || after.length > mostShown
  return (
    <Suspense fallback={<Skeleton className="h-5" />}>
      <View
        before={before.slice(0, mostShown)}
        after={after.slice(0, mostShown)}
        {...(className && { className })}
      />
      {isCut && (
        <p className="text-small text-ink-faint">
          Only the first {mostShown.toLocaleString('en')} characters are compared.
        </p>
      )}
    </Suspense>
  )
}
