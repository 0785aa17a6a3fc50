interface Signature {
  readonly type: string
  /** Bytes at an offset, as latin1. */
  readonly parts: readonly (readonly [offset: number, bytes: string])[]
}

const starting = (type: string, ...beginnings: readonly string[]): Signature[] =>
  beginnings.map((bytes) => ({ type, parts: [[0, bytes]] }))
const riff = (type: string, form: string): Signature => ({
  type,
  parts: [
    [0, 'RIFF'],
    [8, form],
  ],
})
const ftyp = (type: string, ...brands: readonly string[]): Signature[] =>
  brands.map((brand) => ({ type, parts: [[4, `ftyp${brand}`]] }))

/** Ordered: general signatures come after special signatures. */
const signatures: readonly Signature[] = [
  ...starting('image/png', '\x89PNG\r\n\x1a\n'),
  ...starting('image/jpeg', '\xff\xd8\xff'),
  ...starting('image/gif', 'GIF87a', 'GIF89a'),
  riff('image/webp', 'WEBP'),
  ...ftyp('image/avif', 'avif', 'avis'),
  ...ftyp('image/heic', 'heic', 'heix', 'hevc', 'mif1'),
  ...starting('image/tiff', 'II*\0', 'MM\0*'),
  ...starting('application/pdf', '%PDF-'),
  riff('audio/wav', 'WAVE'),
  ...starting('audio/mpeg', 'ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2'),
  ...starting('audio/aac', '\xff\xf1', '\xff\xf9'),
  ...starting('audio/flac', 'fLaC'),
  ...ftyp('audio/mp4', 'M4A '),
  {
    type: 'video/ogg',
    parts: [
      [0, 'OggS'],
      [28, '\x80theora'],
    ],
  },
  ...starting('audio/ogg', 'OggS'),
  ...ftyp('video/quicktime', 'qt  '),
  ...ftyp('video/mp4', ''),
  ...starting('video/webm', '\x1a\x45\xdf\xa3'),
]

/** The type of media whose bytes show no known type, such as SVG. */
export const unknownMedia = 'application/octet-stream'

/** Every type that media can have. */
export const mediaTypes: readonly string[] = [
  ...new Set([...signatures.map(({ type }) => type), unknownMedia]),
]

/** The type shown by the first bytes, regardless of the stated one; null: no known type. */
export function mediaTypeOf(bytes: Uint8Array): string | null {
  const hasBytes = ([offset, expected]: readonly [number, string]) => {
    for (let index = 0; index < expected.length; index++)
      if (bytes[offset + index] !== expected.charCodeAt(index)) return false
    return true
  }
  return signatures.find(({ parts }) => parts.every(hasBytes))?.type ?? null
}

/** Types that a browser displays without executing content; all others are only downloaded. */
const inline: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'audio/wav',
  'audio/mpeg',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/ogg',
  'video/ogg',
  'video/quicktime',
  'video/mp4',
  'video/webm',
])

export const isShownInline = (type: string): boolean => inline.has(type)
