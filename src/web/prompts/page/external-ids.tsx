import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidate, queryOf } from '../../api/index.ts'
import { Button, IconButton, Problem, SkeletonRows, TextField } from '../../design/index.ts'
import { CheckedForm, useChange } from '../../dialogs/index.ts'
import { X } from '../../icons/index.ts'

interface Props {
  readonly promptId: number
  readonly mayWrite: boolean
}

/** The ids of a prompt in other systems; the API accepts them instead of the prompt's own id. */
export function ExternalIds({ promptId, mayWrite }: Props) {
  /** A new key empties the form. */
  const [formKey, setFormKey] = useState(0)
  const key = ['prompt', String(promptId), 'external-ids']
  const params = { prompt_template_id: promptId }
  const { data, error, refetch } = useQuery(queryOf(key, 'listPromptExternalIds', { params }))
  const refresh = () => invalidate(key)
  const attach = useMutation({
    mutationFn: (body: { source: string; external_id: string }) =>
      call('attachPromptExternalId', { params, body }),
    onSuccess: () => {
      setFormKey((key) => key + 1)
      void refresh()
    },
  })
  const detach = useChange(
    (id: { source: string; external_id: string }) =>
      call('detachPromptExternalId', { params: { ...params, ...id } }),
    { onSuccess: refresh },
  )
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={3} />
  return (
    <div className="flex flex-col gap-4">
      {data.external_ids.length === 0 && (
        <p className="text-ink-soft">
          No external IDs yet. Attach the ID under which another system knows this prompt.
        </p>
      )}
      <ul className="flex flex-col">
        {data.external_ids.map((id) => (
          <li key={`${id.source} ${id.external_id}`} className="flex h-10 items-center gap-3 border-b">
            <bdi className="text-ink-soft">{id.source}</bdi>
            <code className="min-w-0 flex-1 truncate text-small">
              <bdi>{id.external_id}</bdi>
            </code>
            {mayWrite && (
              <IconButton label={`Detach ${id.source} ${id.external_id}`} onClick={() => detach.mutate(id)}>
                <X />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <CheckedForm
          error={attach.error}
          key={formKey}
          label="Attach an external ID"
          onSubmit={({ source = '', external_id = '' }) => attach.mutate({ source, external_id })}
        >
          <TextField label="System" name="source" placeholder="crm" />
          <TextField label="External ID" name="external_id" />
          <Button type="submit" className="self-start" isBusy={attach.isPending}>
            Attach
          </Button>
        </CheckedForm>
      )}
    </div>
  )
}
