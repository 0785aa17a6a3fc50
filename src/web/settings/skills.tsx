import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { addressOfCall, call, queryOf, useMay } from '../api/index.ts'
import { buttonStyle, copyText, counted, MenuItem, Time } from '../design/index.ts'
import { NameDialog, useFormChange } from '../dialogs/index.ts'
import { DeleteMenu } from '../shell/index.ts'
import { LabelList } from './label-list.tsx'
import { AddButton, RowName, Rows, Section } from './section.tsx'
import { NewSkillCollection, SkillCollection } from './skill-collection.tsx'
import { skillProviders } from './skill-files.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export function Skills() {
  const mayChange = useMay('contributor')
  const [isCreating, setCreating] = useState(false)
  const { open: opened } = useSearch({ from: '/settings/skills' })
  const navigate = useNavigate({ from: '/settings/skills' })
  const open = (id: string | undefined) => void navigate({ search: { open: id } })
  const [renamed, setRenamed] = useState<Named | null>(null)
  const { data, error, refetch } = useQuery(queryOf(['skills'], 'listSkillCollections', { query: {} }))
  return (
    <Section
      title="Skills"
      changedBy="contributor"
      about="Folders of text files that agents read, such as SKILL.md. Each save creates a version. SDKs pull the latest version, or the version of a label."
      query={{ data, error, refetch }}
      action={mayChange && <AddButton onClick={() => setCreating(true)}>New collection</AddButton>}
    >
      <Rows
        label="Skill collections"
        heads={['Name', 'Agent', 'Version', 'Labels', 'Author', 'Changed', '']}
        rows={inNaturalOrder(data?.skill_collections ?? [], ({ name }) => name)}
        keyOf={({ id }) => id}
        empty="No skills yet. A collection stores versions of the instructions of an agent, for all projects that use it."
        cells={({ id, name, provider, updated_at, latest_version_number, labels, file_count, author }) => [
          <RowName key="name" name={name} onOpen={() => open(id)} />,
          <span key="agent" className="text-ink-soft">
            {provider === null ? 'Any' : (skillProviders[provider] ?? provider)}
          </span>,
          <span key="version">
            v{latest_version_number}
            <span className="text-ink-soft"> · {counted(file_count, 'file')}</span>
          </span>,
          labels.length > 0 && <LabelList key="labels" labels={labels} />,
          author && (
            <bdi key="author" className="text-ink-soft">
              {author}
            </bdi>
          ),
          <Time key="at" at={updated_at} />,
          <span key="actions" className="flex items-center justify-end gap-1">
            <a
              className={buttonStyle({ size: 'small' })}
              aria-label={`Download ${name}`}
              download
              href={addressOfCall('readSkillCollection', {
                params: { identifier: id },
                query: { format: 'zip' },
              })}
            >
              Download
            </a>
            {mayChange && (
              <DeleteMenu
                name={name}
                list="skills"
                consequence="Commands that pull its files stop working. For 30 days you can restore it in Settings, Recently deleted."
                onDelete={() => call('deleteSkillCollection', { params: { identifier: id } })}
                onRestore={() => call('restoreSkillCollection', { params: { skill_collection_id: id } })}
              >
                <MenuItem onSelect={() => open(id)}>Open</MenuItem>
                <MenuItem onSelect={() => setRenamed({ id, name })}>Rename</MenuItem>
                <MenuItem onSelect={() => void copyText('ID', id)}>Copy ID</MenuItem>
              </DeleteMenu>
            )}
          </span>,
        ]}
      />
      {opened !== undefined && <SkillCollection key={opened} id={opened} onClose={() => open(undefined)} />}
      {renamed && <Rename collection={renamed} onClose={() => setRenamed(null)} />}
      {isCreating && <NewSkillCollection onClose={() => setCreating(false)} />}
    </Section>
  )
}

function Rename({ collection: { id, name }, onClose }: { collection: Named; onClose: () => void }) {
  const rename = useFormChange(
    (next: string) => call('renameSkillCollection', { params: { identifier: id }, body: { name: next } }),
    { keys: ['skills'], done: (_answer, next) => `${name} is now ${next}`, onSuccess: onClose },
  )
  return (
    <NameDialog
      title="Rename collection"
      description="Commands that pull the files by the former name stop working."
      verb="Rename"
      name={name}
      state={rename}
      onName={rename.mutate}
      onClose={onClose}
    />
  )
}
