import { useState } from 'react'
import { MenuItem, MenuSeparator, MoreMenu } from '../../design/index.ts'
import type { WorkflowLabel } from '../queries.ts'
import { DeleteLabel, MoveLabel, NewLabel } from './label-dialogs.tsx'

interface Props {
  readonly id: number
  readonly version: number
  readonly labels: readonly WorkflowLabel[]
}

type Open =
  | { readonly kind: 'move' | 'delete'; readonly label: WorkflowLabel }
  | { readonly kind: 'new' }
  | null

/** The labels of a version: other labels are moved here, new ones made, and its own ones deleted. */
export function VersionLabels({ id, version, labels }: Props) {
  const [dialog, open] = useState<Open>(null)
  const close = () => open(null)
  const own = labels.filter((label) => label.workflow_version_number === version)
  const others = labels.filter((label) => label.workflow_version_number !== version)
  return (
    <>
      <MoreMenu label={`Labels of v${version}`}>
        {others.map((label) => (
          <MenuItem key={label.release_label_id} onSelect={() => open({ kind: 'move', label })}>
            Move {label.release_label} here from v{label.workflow_version_number}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => open({ kind: 'new' })}>New label</MenuItem>
        {own.length > 0 && <MenuSeparator />}
        {own.map((label) => (
          <MenuItem key={label.release_label_id} danger onSelect={() => open({ kind: 'delete', label })}>
            Delete label {label.release_label}
          </MenuItem>
        ))}
      </MoreMenu>
      {dialog?.kind === 'move' && <MoveLabel {...{ id, label: dialog.label, to: version, onClose: close }} />}
      {dialog?.kind === 'delete' && <DeleteLabel {...{ id, label: dialog.label, onClose: close }} />}
      {dialog?.kind === 'new' && <NewLabel {...{ id, version, onClose: close }} />}
    </>
  )
}
