import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { addressOfCall, queryOf, useMay } from '../api/index.ts'
import { buttonStyle, Time } from '../design/index.ts'
import { AddButton, RowName, Rows, Section } from './section.tsx'
import { NewSkillCollection, SkillCollection } from './skill-collection.tsx'
import { skillProviders } from './skill-files.ts'

export function Skills() {
  const mayChange = useMay('contributor')
  const [isCreating, setCreating] = useState(false)
  const { open: opened } = useSearch({ from: '/settings/skills' })
  const navigate = useNavigate({ from: '/settings/skills' })
  const open = (id: string | undefined) => void navigate({ search: { open: id } })
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
        heads={['Name', 'Agent', 'Changed', '']}
        rows={inNaturalOrder(data?.skill_collections ?? [], ({ name }) => name)}
        keyOf={({ id }) => id}
        empty="No skills yet. A collection stores versions of the instructions of an agent, for all projects that use it."
        cells={({ id, name, provider, updated_at }) => [
          <RowName key="name" name={name} onOpen={() => open(id)} />,
          <span key="agent" className="text-ink-soft">
            {provider === null ? 'Any' : (skillProviders[provider] ?? provider)}
          </span>,
          <Time key="at" at={updated_at} />,
          <a
            key="zip"
            className={buttonStyle({ size: 'small' })}
            aria-label={`Download ${name}`}
            download
            href={addressOfCall('readSkillCollection', {
              params: { identifier: id },
              query: { format: 'zip' },
            })}
          >
            Download
          </a>,
        ]}
      />
      {opened !== undefined && <SkillCollection key={opened} id={opened} onClose={() => open(undefined)} />}
      {isCreating && <NewSkillCollection onClose={() => setCreating(false)} />}
    </Section>
  )
}
