import type { ContentBlock, Message, PromptTemplate } from '../blueprint/index.ts'
import { Expansion, type Lookup, type Node } from './expansion.ts'
import { refuseManyMarkers, splitAtMarkers } from './marker.ts'
import { type Piece, spliceIntoBlock } from './pieces.ts'
import type { ExpandedSnippets, SnippetOverrides } from './types.ts'

type ExpandOptions = {
  readonly overrides?: SnippetOverrides
  /** The version being expanded, so that a cycle through it is named starting there. */
  readonly self?: Node
}

/**
 * The template with every marker replaced by the snippet it stands for, and so on inside.
 *
 * A snippet's text takes the place of the marker; its text blocks are joined without anything in
 * between. Where a snippet holds other blocks, the text block around the marker is split so that all
 * blocks stand in order; empty pieces are dropped, and what the text block carried beside its text
 * (a cache marker, say) stays on its last piece. The format of the message that holds the marker
 * applies to the text, whatever format the snippet declares. An override is text like a snippet's,
 * expanded in turn, and is not listed among `snippets`.
 *
 * @throws Refusal 'too_large' when snippets nest more than 64 levels, put in more than 1 MiB, or have too many markers.
 */
export function expandSnippets(
  template: PromptTemplate,
  lookup: Lookup,
  options: ExpandOptions = {},
): ExpandedSnippets {
  refuseManyMarkers(template)
  const expansion = new Expansion(lookup, options.overrides ?? {}, options.self)
  const expanded = expandTemplate(template, expansion)
  const { snippets, missing, wrongType, cycle } = expansion
  return {
    template: expanded,
    snippets: [...snippets.values()],
    missing: [...missing.values()],
    wrongType: [...wrongType.values()],
    cycle,
  }
}

function expandTemplate(template: PromptTemplate, expansion: Expansion): PromptTemplate {
  if (template.type === 'completion')
    return { ...template, content: expandBlocks(template.content, expansion) }
  const messages = template.messages.map((message): Message => {
    if (message.content == null) return message
    return { ...message, content: expandBlocks(message.content, expansion) }
  })
  return { ...template, messages }
}

function expandBlocks(blocks: readonly ContentBlock[], expansion: Expansion): ContentBlock[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'text') return [block]
    const parts = splitAtMarkers(block.text)
    if (parts.every((part) => typeof part === 'string')) return [block]
    const pieces = parts.flatMap((part): readonly Piece[] =>
      typeof part === 'string' ? [part] : expansion.insert(part),
    )
    return spliceIntoBlock(block, pieces)
  })
}
