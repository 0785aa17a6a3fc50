import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { diffVersions } from '../../../engine/template/diff/index.ts'
import { ApiError, call, errorAt } from '../../api/index.ts'
import { CheckList, TextField, toast } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import { isAuthored } from '../compare/is-authored.ts'
import { VersionDiff } from '../compare/version-diff.tsx'
import type { Draft } from '../connection-in.ts'
import { KeyChange } from '../editor/model/key-change.tsx'
import { ProviderMismatch } from '../editor/model/model-note.tsx'
import { cachePublished, labelsQuery, type SavedVersion } from '../page/queries.ts'
import { useRequestReason } from './use-request-reason.ts'

interface Props {
  readonly promptId: string
  readonly saved: SavedVersion
  readonly draft: Draft
  readonly onClose: () => void
  readonly onSaved: () => void
  /** Called if another person has saved a version first. */
  readonly onConflict: () => void
}

const maxMessageLength = 72

/** The review of a version before it is saved. */
export function Review({ promptId, saved, draft, onClose, onSaved, onConflict }: Props) {
  const requestReason = useRequestReason()
  const isChanged = diffVersions(saved, draft).some(isAuthored)
  const { data: labels = [] } = useQuery(labelsQuery(promptId))
  const movable = labels.filter(({ name }) => requestReason(name) === null)
  const staying = labels.filter((label) => !movable.includes(label))
  const [message, setMessage] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useMutation({
    mutationFn: () =>
      call('publishTemplate', {
        body: {
          prompt_template: { prompt_name: saved.name },
          prompt_version: {
            prompt_template: draft.template,
            metadata: draft.metadata,
            commit_message: message || null,
            // The new version keeps the overrides of this one, and its connection if no other is chosen.
            base_version: saved.number,
            ...draft.connection,
          },
          ...(chosen.size > 0 && { release_labels: [...chosen] }),
        },
      }),
    onSuccess: async (published) => {
      onSaved()
      await cachePublished(published, draft.connection ?? saved.connection)
      toast(`v${published.version_number} saved`)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) onConflict()
    },
  })
  const messagePath = 'prompt_version.commit_message'
  return (
    <FormDialog
      wide
      title={`Save ${saved.name} v${saved.number + 1}`}
      description={`Changes since v${saved.number}.`}
      verb="Save version"
      state={save}
      fields={[messagePath]}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {draft.metadata?.model && <ProviderMismatch model={draft.metadata.model} />}
      <TextField
        label="What changed"
        placeholder="Shorter answers"
        value={message}
        maxLength={maxMessageLength}
        autoFocus
        hint={`${message.length} of ${maxMessageLength}`}
        error={errorAt(save.error, messagePath)}
        onChange={(event) => setMessage(event.target.value)}
      />
      {movable.length > 0 && (
        <CheckList
          legend="Move labels to the new version"
          className="flex flex-wrap items-center gap-x-4 gap-y-1"
          choices={movable.map(({ name, version }) => ({
            id: name,
            name,
            note: (
              <span className="text-ink-faint tabular-nums">
                v{version} → v{saved.number + 1}
              </span>
            ),
          }))}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      {staying.length > 0 && (
        <p className="text-small text-ink-soft">
          <bdi>{staying.map(({ name }) => name).join(', ')}</bdi> stay{staying.length === 1 && 's'} where{' '}
          {staying.length === 1 ? 'it is' : 'they are'}: request a release once the version is saved.
        </p>
      )}
      <KeyChange before={saved.connection} after={draft.connection} />
      {isChanged && <VersionDiff before={saved} after={draft} />}
    </FormDialog>
  )
}
