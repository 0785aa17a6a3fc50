import type { Attachment } from '../common/attachment.ts'
import { textOfBase64 } from '../common/base64.ts'
import { type Kwargs, present } from '../common/kwargs.ts'

/** Images and documents of Anthropic messages; null for types that the API refuses. */
export const attachedBlock = ({ kind, mime, source, title }: Attachment): Kwargs | null => {
  if (kind === 'image') return { type: 'image', source: imageSource(mime, source) }
  if (kind !== 'file') return null
  const document = (from: Kwargs) => present({ type: 'document', source: from, title })
  if (mime === 'application/pdf') {
    return document(
      'url' in source
        ? { type: 'url', url: source.url }
        : { type: 'base64', media_type: mime, data: source.data },
    )
  }
  const data = mime.startsWith('text/') && 'data' in source ? textOfBase64(source.data) : null
  return data ? document({ type: 'text', media_type: 'text/plain', data }) : null
}

const imageSource = (mime: string, source: Attachment['source']): Kwargs =>
  'url' in source
    ? { type: 'url', url: source.url }
    : { type: 'base64', media_type: mime === 'image/jpg' ? 'image/jpeg' : mime, data: source.data }
