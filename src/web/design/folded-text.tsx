import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface Props {
  readonly text: string
  readonly isCode?: boolean
  readonly className?: string
  /** Renders the shown beginning in place of a paragraph of plain text. */
  readonly format?: (text: string) => ReactNode
}

/** Characters that a browser lays out without a noticeable pause. */
const initialLength = 4_000
/** Characters that a press of the button adds. */
const addedLength = 50_000

/**
 * Untrusted plain text of any length: first its beginning, more on demand. The text is isolated, so that
 * right-to-left text does not affect the words around it.
 */
export function FoldedText({ text, isCode = false, className, format }: Props) {
  const [length, setLength] = useState(initialLength)
  const hiddenLength = text.length - length
  const visibleText = hiddenLength > 0 ? text.slice(0, length) : text
  return (
    <div className={className}>
      {format ? (
        format(visibleText)
      ) : (
        <p
          dir={isCode ? 'ltr' : 'auto'}
          className={classNames(
            '[overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]',
            isCode && 'font-mono text-[12.5px] leading-5',
          )}
        >
          {visibleText}
        </p>
      )}
      {hiddenLength > 0 && (
        <Button size="small" className="mt-1" onClick={() => setLength(length + addedLength)}>
          Show more ({hiddenLength.toLocaleString('en')} characters left)
        </Button>
      )}
    </div>
  )
}
