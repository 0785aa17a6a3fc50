import type { ContentBlock, TemplateFormat } from '../blueprint/index.ts'
import { type Loc, mapBlockText } from '../places.ts'
import { mediaBlocks } from './media.ts'
import { textRenderer, type Variables, variableValue } from './variables.ts'

/** The rendered blocks; each media or image variable becomes one block for each entry. */
export function renderBlocks(
  blocks: readonly ContentBlock[],
  format: TemplateFormat,
  loc: Loc,
  variables: Variables,
): ContentBlock[] {
  const render = textRenderer(format, variables)
  return blocks.flatMap((block, index) => {
    const at = [...loc, index]
    const name = variableName(block)
    const value = name === null ? undefined : variableValue(variables, name)
    if (name === null || value === undefined) return [mapBlockText(block, at, render)]
    const media = mediaBlocks(value, name, at)
    return block.type === 'image_url'
      ? media.map((medium) => withDetail(medium, block.image_url.detail))
      : media
  })
}

function variableName(block: ContentBlock): string | null {
  if (block.type === 'media_variable') return block.name
  return block.type === 'image_url' ? block.image_variable || null : null
}

/** An image from an `image_variable` gets the block's detail. */
function withDetail(block: ContentBlock, detail: string | null | undefined): ContentBlock {
  if (block.type !== 'image_url' || detail == null || block.image_url.detail != null) return block
  return { ...block, image_url: { ...block.image_url, detail } }
}
