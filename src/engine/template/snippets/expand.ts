import type { ContentBlock, Message, PromptTemplate } from '../blueprint/index.ts'
import { Expansion, type Lookup, type Node } from './expansion.ts'
import { refuseManyMarkers, splitAtMarkers } from './marker.ts'
import { type Piece, spliceIntoBlock } from './pieces.ts'
import type { ExpandedSnippets, SnippetOverrides } from './types.ts'

type ExpandOptions = {
  readonly overrides?: SnippetOverrides
  /** The version being expanded; a cycle through it is reported from there. */
  readonly self?: Node
}

/**
 * Replaces every marker by its snippet, recursively. A snippet's text blocks are joined and replace the marker. If a snippet
 * has other blocks, the surrounding text block is split to keep the order; empty pieces are dropped, and other keys of the text
 * block (such as a cache marker) stay on its last piece. Texts use the format of the message with the marker, whatever format
 * the snippet declares. An override is expanded like a snippet's text and is not listed in `snippets`.
 * @throws Refusal 'too_large' above 64 levels, 1 MiB of inserted text, or too many markers.
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
