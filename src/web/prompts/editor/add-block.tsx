import { useRef } from 'react'
import type { ContentBlock } from '../../../engine/template/blueprint/index.ts'
import { Button, Menu, MenuItem } from '../../design/index.ts'
import { Plus } from '../../icons/index.ts'
import { imageBlock } from '../../template-runs/forms.ts'
import { textBlock } from '../blank.ts'

interface Props {
  /** The message of the blocks, such as "User message 2". */
  readonly label: string
  readonly onAdd: (block: ContentBlock) => void
  readonly onFiles: (files: readonly File[]) => void
}

export function AddBlock({ label, onAdd, onFiles }: Props) {
  const picker = useRef<HTMLInputElement>(null)
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
        multiple
        hidden
        aria-label={`File for ${label}`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
