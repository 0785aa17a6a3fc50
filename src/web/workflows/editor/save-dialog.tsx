import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, invalidate, useMay } from '../../api/index.ts'
import { CheckList, TextField, toast } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import { bodyOf, type Definition, isSame } from '../definition/definition.ts'
import type { Refused } from '../definition/refused.ts'
import { labelsQuery, latestOf, versionsQuery, workflowKey } from '../queries.ts'
import { changesOf } from './changes.ts'

export interface SavedWorkflow {
  /** Null, with version 0, for a workflow that is not saved yet. */
  readonly id: number | null
  readonly name: string
  readonly version: number
  readonly definition: Definition
}

interface Props {
  readonly saved: SavedWorkflow
  readonly definition: Definition
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onRefused: (refused: Refused) => void
}

const labelsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')

/** The review of a version before it is saved. */
export function SaveDialog({ saved, definition, onClose, onSaved, onRefused }: Props) {
  const { id } = saved
  const navigate = useNavigate({ from: '/workflows/$workflowId' })
  const mayRelease = useMay('publisher')
  const labels = useQuery({ ...labelsQuery(id ?? 0), enabled: id !== null }).data?.release_labels ?? []
  const latest = latestOf(useInfiniteQuery({ ...versionsQuery(id ?? 0), enabled: id !== null }).data)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useMutation({
    mutationFn: ({ name, message, label }: { name: string; message: string; label: string }) =>
      call('createWorkflow', {
        body: {
          ...(id === null ? { name } : { workflow_id: id }),
          ...bodyOf(definition),
          commit_message: message.trim() || null,
          release_labels: [...new Set([...chosen, ...labelsIn(label)])],
        },
      }),
    onSuccess: async (savedVersion) => {
      onSaved()
      onClose()
      toast(`${savedVersion.workflow_name} v${savedVersion.version_number} saved`)
      await Promise.all([invalidate(workflowKey(savedVersion.workflow_id)), invalidate('workflows')])
      await navigate({
        to: '/workflows/$workflowId',
        params: { workflowId: String(savedVersion.workflow_id) },
        search: (before) => ({ panel: before.panel, version: savedVersion.version_number }),
      })
    },
    onError: (error) => onRefused({ error, definition }),
  })
  const next = (latest ?? saved.version) + 1
  const isRestored = id !== null && isSame(saved.definition, definition)
  return (
    <FormDialog
      title={
        id === null
          ? 'Save a new workflow'
          : isRestored
            ? `Restore ${saved.name} v${saved.version}`
            : `Save ${saved.name} v${next}`
      }
      verb="Save version"
      state={save}
      onSubmit={({ name = '', commit_message: message = '', release_labels: label = '' }) =>
        save.mutate({ name: name.trim(), message, label })
      }
      onClose={onClose}
    >
      {isRestored && (
        <p role="status" className="rounded-md bg-note-soft px-3 py-2 text-note">
          v{next} will be the same as v{saved.version}. Applications that use a label get it after the label
          is moved.
        </p>
      )}
      {!isRestored && latest !== undefined && latest > saved.version && (
        <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning">
          v{latest} is newer than v{saved.version}, on which your changes are based. v{next} will not have the
          changes of v{latest}.
        </p>
      )}
      {id === null && <TextField label="Name" name="name" autoFocus autoComplete="off" />}
      <TextField
        label="What changed"
        name="commit_message"
        autoFocus={id !== null}
        autoComplete="off"
        maxLength={1_000}
        defaultValue={isRestored ? `Restores v${saved.version}` : ''}
      />
      <ul className="flex flex-col gap-0.5 text-small text-ink-soft">
        {changesOf(saved.definition, definition).map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {mayRelease && labels.length > 0 && (
        <CheckList
          legend="Move labels to the new version"
          className="flex flex-wrap items-center gap-x-4 gap-y-1"
          choices={labels.map(({ release_label: name, workflow_version_number: at }) => ({
            id: name,
            name,
            note: (
              <span className="text-ink-faint tabular-nums">
                v{at} → v{next}
              </span>
            ),
          }))}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      {mayRelease && (
        <TextField
          label="New labels"
          name="release_labels"
          placeholder="prod"
          autoComplete="off"
          hint="Separate several labels with commas."
        />
      )}
    </FormDialog>
  )
}
