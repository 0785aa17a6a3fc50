import type { ContentBlock } from '../blueprint/index.ts'

/** A run of text, or a block that is not text. */
export type Piece = string | Exclude<ContentBlock, { type: 'text' }>

type TextBlock = Extract<ContentBlock, { type: 'text' }>

/** Joins adjacent texts and drops empty ones. */
export function joinTexts(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece
    else if (piece !== '') joined.push(piece)
  }
  return joined
}

/** Characters that a piece adds to an answer. */
export const pieceSize = (piece: Piece): number =>
  typeof piece === 'string' ? piece.length : JSON.stringify(piece).length

const plainText = (text: string): TextBlock => ({
  type: 'text',
  text,
  id: null,
  annotations: null,
  thought_signature: null,
})

/** The blocks that replace the text block from which `pieces` were expanded. */
export function spliceIntoBlock(block: TextBlock, pieces: readonly Piece[]): ContentBlock[] {
  const joined = joinTexts(pieces)
  if (joined.length === 0) return [{ ...block, text: '' }]
  const lastText = joined.findLastIndex((piece) => typeof piece === 'string')
  return joined.map((piece, index) => {
    if (typeof piece !== 'string') return piece
    return index === lastText ? { ...block, text: piece } : plainText(piece)
  })
}
