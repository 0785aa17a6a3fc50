import { type MatchRange, piecesOf } from './marks.ts'

/** The part of a text around its first matches, with the matches marked. */
export const MarkedText = ({ text, matches }: { text: string; matches: readonly MatchRange[] }) =>
  piecesOf(text, matches).map((piece, index) =>
    piece.isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no ids; another text replaces them all.
      <mark key={index} className="rounded-sm bg-warning-soft text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
