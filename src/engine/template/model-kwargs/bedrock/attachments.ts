import type { Attachment } from '../common/attachment.ts'
import type { Kwargs } from '../common/kwargs.ts'

/**
 * Images, documents and films of Converse messages; null for what it does not take. Converse wants
 * raw bytes, which JSON cannot carry: `bytes` is the base64 text, to be decoded by whoever makes
 * the call. Of URLs it takes only S3's.
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

/** Letters, digits, single spaces, hyphens, parentheses and brackets are all a name may have. */
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

/** MIME type to Converse's name of the format and the block it goes in. */
const formats = new Map(
  Object.entries(kinds).flatMap(([kind, names]) =>
    Object.entries(names).map(([mime, name]) => [mime, { kind, name }] as const),
  ),
)
