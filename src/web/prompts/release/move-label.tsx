import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, errorAt } from '../../api/index.ts'
import { Problem, SelectField, Skeleton, TextField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'
import { VersionDiff } from '../compare/version-diff.tsx'
import { LabelBadge } from '../label-badge.tsx'
import { labelsQuery, type SavedVersion, versionQuery } from '../page/queries.ts'
import { useMoveLabel } from './use-move-label.ts'
import { useRequestReason } from './use-request-reason.ts'

interface Props {
  readonly promptId: string
  readonly to: SavedVersion
  /** The label that is chosen at first. */
  readonly first?: string | undefined
  readonly onClose: () => void
}

const newLabelChoice = ' new'

/** Shows the changes of a release before the label is moved. */
export function MoveLabel({ promptId, to, first, onClose }: Props) {
  const { data: labels, error: labelsError, refetch: readLabels } = useQuery(labelsQuery(promptId))
  const movable = labels?.filter(({ version }) => version !== to.number) ?? []
  const labelsHere = labels?.filter(({ version }) => version === to.number) ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const named = movable.find(({ name }) => name === first) ?? movable[0]
  const choice = picked ?? (labels ? String(named?.id ?? newLabelChoice) : '')
  const [name, setName] = useState(first ?? (labels?.length === 0 ? 'prod' : ''))
  const label = movable.find(({ id }) => String(id) === choice)
  const from = useQuery({ ...versionQuery(promptId, label?.version), enabled: label !== undefined })
  const move = useMoveLabel(promptId)
  const create = useFormChange(
    () =>
      call('createLabel', {
        params: { prompt_id: to.promptId },
        body: { name, prompt_version_number: to.number },
      }),
    {
      keys: [['prompt', promptId], 'prompts'],
      done: (newLabel) => `${newLabel.name} set to v${to.number}`,
      onSuccess: onClose,
    },
  )
  const reason = useRequestReason()(label?.name ?? name)
  const [note, setNote] = useState('')
  const requestRelease = useFormChange(
    () =>
      call('askForRelease', {
        body: {
          prompt_id: to.promptId,
          label: label?.name ?? name,
          version_number: to.number,
          note: note || null,
        },
      }),
    {
      keys: ['releases'],
      done: ({ release_request: release }) =>
        `Requested a release of ${release.label} on v${release.version_number}`,
      onSuccess: onClose,
    },
  )
  const confirm = () => {
    if (reason) return requestRelease.mutate()
    if (!label) return create.mutate()
    move({ label, to: to.number })
    onClose()
  }
  const error = reason ? requestRelease.error : create.error
  return (
    <FormDialog
      wide
      title={`Release v${to.number}`}
      description="Applications that read the label get this version."
      verb={reason ? 'Ask for release' : label ? `Move ${label.name} here` : 'Set label'}
      isReady={labels !== undefined && (label !== undefined || name !== '')}
      state={reason ? requestRelease : create}
      fields={['name', 'label']}
      onSubmit={confirm}
      onClose={onClose}
    >
      {labelsError && <Problem error={labelsError} onRetry={readLabels} className="m-0" />}
      <div className="flex items-end gap-3">
        {movable.length > 0 && (
          <SelectField
            label="Label"
            value={choice}
            choices={[
              ...movable.map((label) => ({
                value: String(label.id),
                label: `${label.name} · v${label.version}`,
              })),
              { value: newLabelChoice, label: 'New label' },
            ]}
            onChange={setPicked}
            className="w-56"
          />
        )}
        {choice === newLabelChoice && (
          <TextField
            label={movable.length > 0 ? 'Name' : 'Label'}
            value={name}
            placeholder="prod"
            onChange={(event) => setName(event.target.value)}
            error={errorAt(error, reason ? 'label' : 'name')}
          />
        )}
        {label && (
          <p className="flex h-7 items-center gap-2">
            <LabelBadge name={label.name} />
            <span className="tabular-nums">
              v{label.version} → v{to.number}
            </span>
          </p>
        )}
      </div>
      {labelsHere.length > 0 && to.number > 1 && (
        <p className="text-small text-ink-soft">
          <bdi>{labelsHere.map(({ name }) => name).join(', ')}</bdi> {labelsHere.length === 1 ? 'is' : 'are'}{' '}
          on v{to.number} already. To roll back, choose “Move a label here” in the menu of an earlier version.
        </p>
      )}
      {reason && (label || name !== '') && (
        <>
          <p className="text-ink-soft">{reason}</p>
          <TextField
            label="Note"
            value={note}
            placeholder="Why this version is better"
            maxLength={2000}
            onChange={(event) => setNote(event.target.value)}
          />
        </>
      )}
      {label && from.error && (
        <Problem
          error={new Error(`The changes since v${label.version} cannot be shown. ${from.error.message}`)}
          onRetry={from.refetch}
          className="m-0"
        />
      )}
      {label && from.data && <VersionDiff before={from.data} after={to} />}
      {label && !from.data && !from.error && <Skeleton className="h-32" />}
    </FormDialog>
  )
}
