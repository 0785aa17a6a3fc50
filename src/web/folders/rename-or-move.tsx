import { type ComponentProps, useState } from 'react'
import { Field } from '../design/index.ts'
import { NameDialog } from '../dialogs/index.ts'
import { FolderSelect } from './folder-select.tsx'

interface Props
  extends Pick<ComponentProps<typeof NameDialog>, 'name' | 'description' | 'state' | 'onClose'> {
  readonly folder: number | null
  readonly onSave: (changed: { readonly name: string; readonly folder: number | null }) => void
}

/** Changes the name and the folder of an entity. */
export function RenameOrMove({ folder: before, onSave, ...dialog }: Props) {
  const [folder, setFolder] = useState(before)
  return (
    <NameDialog {...dialog} title="Rename or move" verb="Save" onName={(name) => onSave({ name, folder })}>
      <Field label="Folder">
        {({ id }) => <FolderSelect id={id} folder={folder} onChange={setFolder} className="w-full" />}
      </Field>
    </NameDialog>
  )
}
