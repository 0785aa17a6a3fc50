import { isShownInline, referencedMedia } from '../../../engine/media/index.ts'
import { type Answer, addressOfCall } from '../../api/index.ts'
import { sizeText } from '../../design/index.ts'
import { FileDown } from '../../icons/index.ts'

export type Media = Answer<'readRequest'>['media'][number]

/** Media of the request that a part of a message refers to, in order. */
export function mediaIn(part: unknown, media: readonly Media[]): readonly Media[] {
  if (media.length === 0) return []
  return referencedMedia(part).flatMap((hash) => media.find(({ sha256 }) => sha256 === hash) ?? [])
}

/** Media as a picture, a player or a link to download it, by the type that was found in its bytes. */
export function MediaView({ media: { sha256, type, size } }: { media: Media }) {
  const address = addressOfCall('readMedia', { params: { sha256 } })
  const [kind] = type.split('/')
  const label = `${kindNames[kind!] ?? typeNames[type] ?? 'File'}, ${sizeText(size)}`
  if (!isShownInline(type))
    return (
      <a href={address} download className="flex items-center gap-1.5 self-start text-small text-accent">
        <FileDown className="size-4 shrink-0" aria-hidden />
        {label}
      </a>
    )
  if (kind === 'image')
    return (
      <a href={address} target="_blank" rel="noreferrer" className="self-start">
        <img
          src={address}
          alt={label}
          loading="lazy"
          className="max-h-64 max-w-full rounded-md border object-contain"
        />
      </a>
    )
  if (kind === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: recordings in bodies come without captions.
    return <audio controls preload="none" src={address} aria-label={label} className="max-w-full" />
  return (
    // biome-ignore lint/a11y/useMediaCaption: videos in bodies come without captions.
    <video controls preload="metadata" src={address} aria-label={label} className="max-h-64 max-w-full" />
  )
}

const kindNames: Readonly<Record<string, string>> = { image: 'Picture', audio: 'Recording', video: 'Video' }
const typeNames: Readonly<Record<string, string>> = { 'application/pdf': 'PDF' }
