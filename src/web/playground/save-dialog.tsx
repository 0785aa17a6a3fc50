import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, queryOf } from '../api/index.ts'
import { TextField } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import { draftOf, type Variant } from './variant.ts'

interface Props {
  readonly variant: Variant
  readonly onClose: () => void
  readonly onSaved: (prompt: string, version: number) => void
}

const latestQuery = (prompt: string | null) =>
  queryOptions({
    ...queryOf(['prompts', 'latest', prompt], 'readRawTemplate', {
      params: { identifier: prompt ?? '' },
      query: { resolve_snippets: false },
    }),
    enabled: prompt !== null,
    placeholderData: undefined,
  })

/** Saves a variant as the next version of a prompt, or as the first version of a new one. */
export function SaveDialog({ variant, onClose, onSaved }: Props) {
  const navigate = useNavigate()
  const [name, setName] = useState(variant.prompt ?? '')
  const [message, setMessage] = useState('')
  /** The latest version of the variant's prompt. The next version keeps the connection of its base version. */
  const { data, isLoading } = useQuery(latestQuery(variant.prompt))
  const latest = name.trim() === variant.prompt ? data?.version : undefined
  const isBehind = latest !== undefined && variant.version !== undefined && variant.version < latest
  const save = useFormChange(
    () =>
      call('publishTemplate', {
        body: {
          prompt_template: { prompt_name: name.trim() },
          prompt_version: {
            ...draftOf(variant),
            commit_message: message || null,
            ...(latest !== undefined && { base_version: latest }),
          },
        },
      }),
    {
      keys: ['prompts'],
      done: ({ id, prompt_name, version_number }) => [
        `${prompt_name} saved as v${version_number}`,
        {
          action: {
            label: `View v${version_number}`,
            onClick: () =>
              void navigate({
                to: '/prompts/$promptId',
                params: { promptId: String(id) },
                search: { v: version_number },
              }),
          },
        },
      ],
      onSuccess: ({ prompt_name, version_number }) => onSaved(prompt_name, version_number),
    },
  )
  return (
    <FormDialog
      title="Save as version"
      verb="Save version"
      isReady={name.trim() !== ''}
      state={{ isPending: save.isPending || isLoading, error: null }}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Prompt"
        hint="If a prompt has this name, it gets its next version."
        error={save.error?.message}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {isBehind && (
        <p className="text-warning">
          v{latest} is the latest version. This variant began with v{variant.version} and lacks the changes
          after it.
        </p>
      )}
      <TextField label="What changed" value={message} onChange={(event) => setMessage(event.target.value)} />
    </FormDialog>
  )
}
