import type { ReactNode } from 'react'

/** Characters above which a text is not highlighted, because it would block the browser. */
const mostMarked = 50_000

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g

/** JSON in syntax colours: keys, texts, numbers and words. */
export function JsonText({ text }: { text: string }) {
  if (text.length > mostMarked) return text
  const pieces: ReactNode[] = []
  let offset = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted, colon] = match
    const marked = quoted ?? whole
    const style = colon !== undefined ? 'text-note' : quoted !== undefined ? 'text-good' : 'text-variable'
    pieces.push(
      text.slice(offset, match.index),
      <span key={match.index} className={style}>
        {marked}
      </span>,
    )
    offset = match.index + marked.length
  }
  pieces.push(text.slice(offset))
  return pieces
}
