import type { UnreadFileKind } from '../../contract/index.ts'
import { textIn } from '../../engine/erasure/index.ts'
import { mediaTypeOf } from '../../engine/media/index.ts'
import { type Budget, compressedParts, hasParts } from './compressed-parts.ts'
import { piecesOfBytes, utf16Of, wideText, withoutTags } from './piece-texts.ts'

/** Maximum levels of archives inside archives, such as a document in an archive in an archive. */
const maxDepth = 3

/** The texts of a file and of its compressed parts, and the parts that could not be read. */
export class FileTexts {
  readonly #bytes: Uint8Array
  readonly #unread = new Set<UnreadFileKind>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The kinds of unreadable parts; complete once the texts have been read to the end. */
  get unread(): readonly UnreadFileKind[] {
    return [...this.#unread]
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    const budget = { bytes: 64 * 1024 * 1024, parts: 5_000 }
    yield* this.#textsOf(this.#bytes, budget, maxDepth)
  }

  async *#textsOf(bytes: Uint8Array, budget: Budget, depth: number): AsyncGenerator<string> {
    const utf16 = utf16Of(bytes)
    for (const piece of piecesOfBytes(bytes, utf16 ? 2 : 1)) {
      const text = utf16 ? new TextDecoder(utf16).decode(piece) : textIn(piece)
      yield text
      if (text.includes('</')) yield withoutTags(text)
      if (!utf16) yield wideText(piece)
    }
    const kind = utf16 ? null : unreadKindOf(bytes)
    if (kind) this.#unread.add(kind)
    if (!hasParts(bytes)) return
    for await (const part of compressedParts(bytes, budget))
      if (part === null) this.#unread.add(kind ?? 'archive')
      else if (depth > 0) yield* this.#textsOf(part, budget, depth - 1)
      else this.#unread.add('archive')
  }
}

/** A NUL among this many bytes at the start marks a binary file. */
const sampledBytes = 8 * 1024

/** The kind of file whose text cannot be read: pictures, recordings, and a PDF whose texts are numbers of its own font. */
function unreadKindOf(bytes: Uint8Array): UnreadFileKind | null {
  const type = mediaTypeOf(bytes)
  if (type === 'application/pdf') return 'pdf'
  if (type?.startsWith('image/')) return 'picture'
  if (type !== null) return 'recording'
  if (hasParts(bytes)) return null
  return bytes.subarray(0, sampledBytes).includes(0) ? 'other' : null
}
