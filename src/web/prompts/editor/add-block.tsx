import { useRef } from 'react'
import type { ContentBlock } from '../../../engine/template/blueprint/index.ts'
import { base64Of } from '../../api/index.ts'
import { Button, Menu, MenuItem, toast } from '../../design/index.ts'
import { Plus } from '../../icons/index.ts'
import { textBlock } from '../blank.ts'

interface Props {
  /** The message of the blocks, such as "User message 2". */
  readonly label: string
  readonly onAdd: (block: ContentBlock) => void
}

/** Limit of an attached file in bytes, because every read of a version contains the file. */
const maxBytes = 3_000_000

const imageBlock = (url: string): ContentBlock => ({
  type: 'image_url',
  image_url: { url },
  image_variable: null,
})

export function AddBlock({ label, onAdd }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const attach = async (file: File) => {
    if (file.size > maxBytes)
      return toast(`${file.name} is too large: a prompt takes files of at most 3 MB.`, { isProblem: true })
    const type = file.type || 'application/octet-stream'
    try {
      const url = `data:${type};base64,${await base64Of(file)}`
      onAdd(
        type.startsWith('image/')
          ? imageBlock(url)
          : { type: 'media', media: { title: file.name, type, url, format: 'base64' } },
      )
    } catch (error) {
      toast((error as Error).message, { isProblem: true })
    }
  }
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" size="small" className="m-1" aria-label={`Add to ${label}`}>
            <Plus />
            Add
          </Button>
        }
      >
        <MenuItem onSelect={() => onAdd(textBlock())}>Text</MenuItem>
        <MenuItem onSelect={() => onAdd(imageBlock(''))}>Image by address</MenuItem>
        <MenuItem onSelect={() => picker.current?.click()}>Image or file from this computer</MenuItem>
        <MenuItem onSelect={() => onAdd({ type: 'media_variable', name: '' })}>Media variable</MenuItem>
      </Menu>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`File for ${label}`}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void attach(file)
        }}
      />
    </>
  )
}
