import { useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface Props {
  readonly text: string
  readonly isCode?: boolean
  readonly className?: string
}

/** What a browser lays out at once without a pause. */
const shownAtFirst = 4_000
const moreEachTime = 50_000

/**
 * Text of anybody's making and any length, as text: a part at first, more when asked for. Isolated, so that text of
 * another direction does not turn the words around it.
 */
export function FoldedText({ text, isCode = false, className }: Props) {
  const [length, setLength] = useState(shownAtFirst)
  const rest = text.length - length
  return (
    <div className={className}>
      <p
        dir={isCode ? 'ltr' : 'auto'}
        className={classNames(
          '[overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]',
          isCode && 'font-mono text-[12.5px] leading-5',
        )}
      >
        {rest > 0 ? text.slice(0, length) : text}
      </p>
      {rest > 0 && (
        <Button size="small" className="mt-1" onClick={() => setLength(length + moreEachTime)}>
          Show more ({rest.toLocaleString('en')} characters left)
        </Button>
      )}
    </div>
  )
}
