import type { Attachment } from '../common/attachment.ts'
import type { Kwargs } from '../common/kwargs.ts'

/**
 * Images, documents and videos of Converse messages; null for unsupported types. Converse takes raw bytes, which JSON cannot
 * carry: `bytes` is base64 text, and the caller of the SDK decodes it. Only S3 URLs are supported.
 */
export const attachedBlock = ({ kind, mime, source, title }: Attachment): Kwargs | null => {
  const format = formats.get(mime)
  const from = sourceOf(source)
  if (!from || format?.kind !== kind) return null
  const content = { format: format.name, source: from }
  if (kind !== 'file') return { [kind]: content }
  return { document: { ...content, name: documentName(title) } }
}

const sourceOf = (source: Attachment['source']): Kwargs | null => {
  if ('data' in source) return { bytes: source.data }
  return source.url.startsWith('s3://') ? { s3Location: { uri: source.url } } : null
}

/** Names may have letters, digits, single spaces, hyphens, parentheses and brackets. */
const documentName = (title: string | null): string =>
  (title ?? '')
    .replace(/[^A-Za-z0-9()[\]-]+/g, ' ')
    .trim()
    .slice(0, 200) || 'document'

const kinds: Record<'image' | 'file' | 'video', Record<string, string>> = {
  image: {
    'image/png': 'png',
    'image/jpeg': 'jpeg',
    'image/jpg': 'jpeg',
    'image/gif': 'gif',
    'image/webp': 'webp',
  },
  file: {
    'application/pdf': 'pdf',
    'text/csv': 'csv',
    'text/html': 'html',
    'text/plain': 'txt',
    'text/markdown': 'md',
    'application/msword': 'doc',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
    'application/vnd.ms-excel': 'xls',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  },
  video: {
    'video/mp4': 'mp4',
    'video/quicktime': 'mov',
    'video/webm': 'webm',
    'video/x-matroska': 'mkv',
  },
}

/** MIME type to Converse's format name and block type. */
const formats = new Map(
  Object.entries(kinds).flatMap(([kind, names]) =>
    Object.entries(names).map(([mime, name]) => [mime, { kind, name }] as const),
  ),
)
