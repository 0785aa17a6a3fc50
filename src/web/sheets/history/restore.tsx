import { useState } from 'react'
import { call } from '../../api/index.ts'
import { SwitchRow } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'
import type { SheetParams } from '../queries.ts'
import { nameOf, type Version } from './versions.ts'

interface Props {
  readonly params: SheetParams
  readonly version: Version
  readonly onRestored: () => void
  readonly onClose: () => void
}

/** Asks for confirmation of a restore, and offers to save the current state first. */
export function Restore({ params, version, onRestored, onClose }: Props) {
  const [savesFirst, setSavesFirst] = useState(true)
  const versionName = `v${version.version_number}`
  const restore = useFormChange(
    async () => {
      if (savesFirst)
        await call('createSheetVersion', { params, body: { name: `Before ${versionName} was restored` } })
      return call('createSheetVersion', { params, body: { source_version_id: version.id } })
    },
    { done: () => `${versionName} restored`, onSuccess: onRestored },
  )
  return (
    <FormDialog
      title={`Restore ${versionName}?`}
      description={nameOf(version)}
      verb={`Restore ${versionName}`}
      state={restore}
      onSubmit={() => restore.mutate()}
      onClose={onClose}
    >
      <p>
        Columns, rows and results of this sheet become those of {versionName}. Nothing runs again, and the
        other versions stay.
      </p>
      <SwitchRow
        label="First save the current sheet as a version"
        checked={savesFirst}
        onChange={setSavesFirst}
      />
    </FormDialog>
  )
}
