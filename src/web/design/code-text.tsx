import type { ReactNode } from 'react'

/** Longer texts are not highlighted, because that would block the browser. */
const maxHighlightedLength = 50_000

const words =
  'true false null True False None async await const let new if not throw raise return function def import from for in with as curl'
const pattern = new RegExp(
  [
    String.raw`((?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))(\s*:)?`,
    String.raw`((?<=^|\s)(?:\/\/|#).*$)`,
    String.raw`\b(?:${words.replaceAll(' ', '|')})\b`,
    String.raw`-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b`,
  ].join('|'),
  'gm',
)

/** Code or JSON in syntax colours: keys, texts, comments, words and numbers. */
export function CodeText({ text }: { text: string }) {
  if (text.length > maxHighlightedLength) return text
  const pieces: ReactNode[] = []
  let offset = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted, colon, comment] = match
    const token = quoted ?? whole
    const style =
      comment !== undefined
        ? 'text-ink-faint'
        : colon !== undefined
          ? 'text-note'
          : quoted !== undefined
            ? 'text-good'
            : 'text-variable'
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
