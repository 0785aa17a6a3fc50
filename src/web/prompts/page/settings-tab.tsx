import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, invalidate } from '../../api/index.ts'
import { Button, FormRow, TextField, toast } from '../../design/index.ts'
import { CheckedForm, ConfirmButton, useChange, useFormChange } from '../../dialogs/index.ts'
import { FolderSelect } from '../../folders/index.ts'
import { Trash2 } from '../../icons/index.ts'
import { ExternalIds } from './external-ids.tsx'

interface Props {
  readonly promptId: number
  readonly name: string
  readonly mayWrite: boolean
}

/** The name, folder and external ids of a prompt, and its deletion. */
export function SettingsTab({ promptId, name, mayWrite }: Props) {
  const navigate = useNavigate()
  const listed = useQuery({
    queryKey: ['prompt', String(promptId), 'folder'],
    queryFn: async ({ signal }) => {
      const { prompts } = await call('listPrompts', { query: { name, per_page: 250 }, signal })
      return prompts.find(({ id }) => id === promptId) ?? null
    },
  })
  const refresh = () => {
    void invalidate(['prompt', String(promptId)], 'prompts')
  }
  const entity = { id: promptId, type: listed.data?.is_snippet ? ('SNIPPET' as const) : ('PROMPT' as const) }
  const rename = useFormChange(
    (next: string) => call('renamePrompt', { params: { prompt_id: promptId }, body: { name: next } }),
    { done: ({ prompt }) => `Renamed to ${prompt.name}`, onSuccess: refresh },
  )
  const move = useChange(
    (folder_id: number | null) => call('moveFolderEntities', { body: { entities: [entity], folder_id } }),
    { done: 'Moved', onSuccess: refresh },
  )
  /** Runs when this tab is no longer on screen, so the function itself reports the outcome. */
  const restore = useChange(async () => {
    await call('restorePrompt', { params: { prompt_id: promptId } })
    const folder_id = listed.data?.folder_id
    if (folder_id) await call('moveFolderEntities', { body: { entities: [entity], folder_id } })
    refresh()
    toast(`${name} restored`)
  })
  const remove = useChange(
    () => call('deleteFolderEntities', { body: { entities: [entity], cascade: false } }),
    {
      keys: ['prompts'],
      done: () => [`${name} deleted`, { undo: () => restore.mutate() }],
      onSuccess: () => void navigate({ to: '/prompts' }),
    },
  )
  return (
    <div className="flex max-w-4xl flex-col gap-6 p-6">
      {mayWrite && (
        <>
          <FormRow
            title="Name"
            help="Applications, snippets and columns that use the old name will not find the prompt. Calls that use its ID are not affected."
          >
            <CheckedForm
              error={rename.error}
              key={name}
              label="Rename"
              onSubmit={({ name: next = '' }) => rename.mutate(next.trim())}
            >
              <TextField label="Name" name="name" defaultValue={name} autoComplete="off" />
              <Button type="submit" className="self-start" isBusy={rename.isPending}>
                Rename
              </Button>
            </CheckedForm>
          </FormRow>
          <FormRow title="Folder" help="Folders order the list of prompts. Applications do not see them.">
            <FolderSelect
              label="Folder"
              folder={listed.data?.folder_id ?? null}
              onChange={move.mutate}
              className="w-72 max-w-full"
            />
          </FormRow>
        </>
      )}
      <FormRow
        title="External IDs"
        help="IDs under which other systems know this prompt. The API finds the prompt by them."
      >
        <ExternalIds promptId={promptId} mayWrite={mayWrite} />
      </FormRow>
      {mayWrite && (
        <FormRow
          title="Delete"
          help="All versions and labels are deleted. Logged requests stay. Applications that read the prompt get an error (404). For 30 days you can restore it in Settings, Recently deleted."
        >
          <ConfirmButton
            className="self-start"
            verb="Delete"
            name={name}
            consequence="Applications that read the prompt get an error (404). For 30 days you can restore it in Settings, Recently deleted."
            onConfirm={() => remove.mutate()}
          >
            <Trash2 />
            Delete prompt
          </ConfirmButton>
        </FormRow>
      )}
    </div>
  )
}
