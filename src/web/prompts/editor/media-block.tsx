import type { ContentBlock } from '../../../engine/template/blueprint/index.ts'
import { Badge, Input, TipButton } from '../../design/index.ts'
import { Trash2 } from '../../icons/index.ts'
import { nameOfBlock } from './block-names.ts'

interface BlockProps {
  /** The position of the block, from 1, and its message. */
  readonly position: string
  readonly block: ContentBlock
  readonly readOnly: boolean
  readonly onChange: (block: ContentBlock) => void
  readonly onRemove: () => void
}

/** A block that is not text. */
export function MediaBlock({ position, block, readOnly, onChange, onRemove }: BlockProps) {
  const name = nameOfBlock(block)
  return (
    <div className="flex items-center gap-2 px-3 py-2">
      <Badge>{name}</Badge>
      <MediaField label={`${name} ${position}`} block={block} readOnly={readOnly} onChange={onChange} />
      {!readOnly && (
        <TipButton tip="Remove block" label={`Remove ${name} ${position}`} onClick={onRemove}>
          <Trash2 />
        </TipButton>
      )}
    </div>
  )
}

interface Props {
  readonly label: string
  readonly block: ContentBlock
  readonly readOnly: boolean
  readonly onChange: (block: ContentBlock) => void
}

/**
 * The address or name of an image, a file or a media variable. The content of an attached file is not shown.
 */
function MediaField({ label, block, readOnly, onChange }: Props) {
  const field = (value: string, placeholder: string, set: (value: string) => void) => (
    <Input
      aria-label={label}
      placeholder={placeholder}
      className="min-w-0 flex-1 font-mono text-small"
      readOnly={readOnly}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  )
  if (block.type === 'image_url') {
    const { url } = block.image_url
    if (url.startsWith('data:'))
      return <img src={url} alt={label} className="max-h-40 min-w-0 flex-1 object-contain object-left" />
    return field(url, 'https://example.com/picture.png or {address}', (next) =>
      onChange({ ...block, image_url: { ...block.image_url, url: next } }),
    )
  }
  if (block.type === 'media_variable')
    return field(block.name, 'name of the variable', (name) => onChange({ ...block, name }))
  if (block.type === 'media')
    return (
      <span className="min-w-0 flex-1 truncate text-small">
        <bdi>{block.media.title}</bdi> <span className="text-ink-faint">{block.media.type}</span>
      </span>
    )
  return (
    <pre className="line-clamp-3 min-w-0 flex-1 text-small break-all whitespace-pre-wrap text-ink-soft">
      {JSON.stringify(block).slice(0, 400)}
    </pre>
  )
}
