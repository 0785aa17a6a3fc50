import { useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface Props {
  readonly text: string
  readonly isCode?: boolean
  readonly className?: string
}

/** Characters that a browser lays out without a noticeable pause. */
const shownAtFirst = 4_000
const moreEachTime = 50_000

/**
 * Untrusted text of any length as plain text: the beginning first, more on demand. Isolated, so that right-to-left
 * text does not affect the words around it.
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
