import type { ContentBlock } from '../../../engine/template/blueprint/index.ts'

const names: Readonly<Partial<Record<ContentBlock['type'], string>>> = {
  image_url: 'Image',
  media: 'File',
  media_variable: 'Media variable',
}

export const nameOfBlock = ({ type }: ContentBlock): string => names[type] ?? type
