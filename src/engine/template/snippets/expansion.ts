import { Refusal } from '../../refusal.ts'
import type { ContentBlock } from '../blueprint/index.ts'
import { type SnippetMarker, splitAtMarkers } from './marker.ts'
import { joinTexts, type Piece, pieceSize } from './pieces.ts'
import { overrideFor, type ResolvedSnippet, type SnippetOverrides, type SnippetReference } from './types.ts'

export type Lookup = (marker: SnippetMarker) => ResolvedSnippet | undefined

/** A version on the path from the template to the snippet being expanded. */
export type Node = { readonly promptName: string; readonly versionNumber: number }

type Expanded = { readonly pieces: readonly Piece[]; readonly size: number; readonly height: number }

const MAX_LEVELS = 64
const MAX_SIZE = 1024 * 1024

const keyOf = (node: Node): string => JSON.stringify([node.promptName, node.versionNumber])

/** Expands each snippet once and reuses its pieces, so that snippets that double each other cost no more than their output. */
export class Expansion {
  readonly snippets = new Map<string, SnippetReference>()
  readonly missing = new Map<string, SnippetMarker>()
  readonly wrongType = new Map<string, SnippetMarker>()
  cycle: readonly string[] | null = null

  readonly #lookup: Lookup
  readonly #overrides: SnippetOverrides
  readonly #path: Node[]
  readonly #expansions = new Map<string, Expanded>()
  readonly #base: number
  #inserted = 0

  constructor(lookup: Lookup, overrides: SnippetOverrides, self: Node | undefined) {
    this.#lookup = lookup
    this.#overrides = overrides
    this.#path = self === undefined ? [] : [self]
    this.#base = this.#path.length
  }

  /** The pieces that replace a marker of the template. */
  insert(marker: SnippetMarker): readonly Piece[] {
    const { pieces, size } = this.#expand(marker)
    this.#inserted += size
    this.#checkSize(this.#inserted)
    return pieces
  }

  #expand(marker: SnippetMarker): Expanded {
    const raw: Expanded = { pieces: [marker.raw], size: marker.raw.length, height: 0 }
    const override = overrideFor(this.#overrides, marker.name)
    if (override !== undefined)
      return this.#visit({ promptName: marker.name, versionNumber: 0 }, [override], raw)
    const snippet = this.#lookup(marker)
    if (snippet === undefined) {
      this.missing.set(marker.raw, marker)
      return raw
    }
    if (snippet.template.type !== 'completion') {
      this.wrongType.set(marker.raw, marker)
      return raw
    }
    const reference = {
      prompt_name: snippet.promptName,
      version: snippet.versionNumber,
      label: snippet.label,
    }
    this.snippets.set(JSON.stringify(Object.values(reference)), reference)
    return this.#visit(snippet, snippet.template.content.map(asPiece), raw)
  }

  #visit(node: Node, content: readonly Piece[], raw: Expanded): Expanded {
    const key = keyOf(node)
    const cached = this.#expansions.get(key)
    const level = this.#path.length - this.#base + 1
    this.#checkLevels(level - 1 + (cached?.height ?? 1))
    if (cached !== undefined) return cached
    const start = this.#path.findIndex((above) => keyOf(above) === key)
    if (start >= 0) {
      this.cycle ??= [...this.#path.slice(start), node].map((step) => step.promptName)
      return raw
    }
    this.#path.push(node)
    const expanded = this.#expandPieces(content)
    this.#path.pop()
    this.#expansions.set(key, expanded)
    return expanded
  }

  #expandPieces(content: readonly Piece[]): Expanded {
    const pieces: Piece[] = []
    let size = 0
    let height = 0
    const add = (more: readonly Piece[], moreSize: number) => {
      size += moreSize
      this.#checkSize(size)
      pieces.push(...more)
    }
    for (const piece of content) {
      for (const part of typeof piece === 'string' ? splitAtMarkers(piece) : [piece]) {
        if (typeof part === 'string' || 'type' in part) {
          add([part], pieceSize(part))
          continue
        }
        const inner = this.#expand(part)
        height = Math.max(height, inner.height)
        add(inner.pieces, inner.size)
      }
    }
    return { pieces: joinTexts(pieces), size, height: height + 1 }
  }

  #checkLevels(levels: number): void {
    if (levels <= MAX_LEVELS) return
    throw new Refusal('too_large', `Snippets nest more than ${MAX_LEVELS} levels`, { limit: MAX_LEVELS })
  }

  #checkSize(size: number): void {
    if (size <= MAX_SIZE) return
    throw new Refusal('too_large', `Snippets insert more than ${MAX_SIZE} characters`, { limit: MAX_SIZE })
  }
}

const asPiece = (block: ContentBlock): Piece => (block.type === 'text' ? block.text : block)
