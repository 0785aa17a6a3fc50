import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../api/index.ts'
import { SelectField, TextField } from '../design/index.ts'
import { FormDialog } from '../dialogs/index.ts'
import { firstModelQuery } from './editor/model/first-model.ts'
import { type NewKind, newDrafts } from './page/new-drafts.ts'

interface Props {
  readonly folder: number | null
  readonly onClose: () => void
}

const kinds: readonly { value: NewKind; label: string }[] = [
  { value: 'chat', label: 'Chat: messages for a model' },
  { value: 'completion', label: 'Snippet: text for other prompts' },
]

/** Asks for a name and opens the editor. The first save makes version 1. */
export function NewPrompt({ folder, onClose }: Props) {
  const navigate = useNavigate()
  const workspace = useSession()?.workspace.id
  const [kind, setKind] = useState<NewKind>('chat')
  const [error, setError] = useState<string>()
  // Prefetches the model that the editor begins with.
  useQuery(firstModelQuery)
  const inFolder = folder === null ? {} : { folder }
  const drafts = workspace === undefined ? [] : newDrafts(workspace)
  return (
    <FormDialog
      title="New prompt"
      verb="Open editor"
      onSubmit={({ name = '' }) => {
        const typedName = name.trim()
        setError(typedName === '' ? 'Write a name.' : undefined)
        if (typedName !== '')
          void navigate({ to: '/prompts/new', search: { name: typedName, kind, ...inFolder } })
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        placeholder="support-reply"
        hint="Applications read the prompt by this name."
        autoFocus
        autoComplete="off"
        error={error}
      />
      <SelectField label="Kind" value={kind} choices={kinds} onChange={setKind} />
      {drafts.length > 0 && (
        <section aria-label="Unsaved drafts" className="mt-4">
          <h3 className="mb-1 text-small font-medium text-ink-soft">Unsaved drafts in this browser</h3>
          <ul className="flex flex-col gap-1">
            {drafts.map((draft) => (
              <li key={`${draft.kind} ${draft.name}`}>
                <Link
                  to="/prompts/new"
                  search={{ ...draft, ...inFolder }}
                  className="text-accent-ink underline"
                >
                  <bdi>{draft.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  )
}
