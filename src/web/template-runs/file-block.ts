import type { ContentBlock } from '../../engine/template/blueprint/index.ts'
import { base64Of } from '../api/index.ts'
import { toastProblem } from '../design/index.ts'

/** Limit of a file in bytes, because every read of a version, and every run with the value, contains the file. */
const maxBytes = 3_000_000

export const imageBlock = (url: string): ContentBlock => ({
  type: 'image_url',
  image_url: { url },
  image_variable: null,
})

/** The content block for a file; null if it cannot be read, after a toast that says why. */
export async function blockOf(file: File): Promise<ContentBlock | null> {
  if (file.size > maxBytes) {
    toastProblem(`${file.name} is too large. The limit is 3 MB.`)
    return null
  }
  const type = file.type || 'application/octet-stream'
  try {
    const url = `data:${type};base64,${await base64Of(file)}`
    return type.startsWith('image/')
      ? imageBlock(url)
      : { type: 'media', media: { title: file.name, type, url, format: 'base64' } }
  } catch (error) {
    toastProblem(error)
    return null
  }
}
