import type { ReactNode } from 'react'

/** Longer texts are not highlighted, because that would block the browser. */
const maxHighlightedLength = 50_000

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g

/** JSON in syntax colours: keys, texts, numbers and words. */
export function JsonText({ text }: { text: string }) {
  if (text.length > maxHighlightedLength) return text
  const pieces: ReactNode[] = []
  let offset = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted, colon] = match
    const token = quoted ?? whole
    const style = colon !== undefined ? 'text-note' : quoted !== undefined ? 'text-good' : 'text-variable'
    pieces.push(
      text.slice(offset, match.index),
      <span key={match.index} className={style}>
        {token}
      </span>,
    )
    offset = match.index + token.length
  }
  pieces.push(text.slice(offset))
  return pieces
}
