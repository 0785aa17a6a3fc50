import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call, queryOf, useMay } from '../api/index.ts'
import { CopyButton, copyText, MenuItem, PageSearch, Time } from '../design/index.ts'
import { DeleteMenu } from '../shell/index.ts'
import { EditVariableSet, NewVariableSet } from './edit-variable-set.tsx'
import { AddButton, RowName, Rows, Section } from './section.tsx'

/** From this number of sets on, the list has a search. */
const minSetsToSearch = 12

export function VariableSets() {
  const mayChange = useMay('contributor')
  const { open: opened } = useSearch({ from: '/settings/variable-sets' })
  const navigate = useNavigate({ from: '/settings/variable-sets' })
  const open = (id: number | undefined) => void navigate({ search: { open: id } })
  const [isCreating, setCreating] = useState(false)
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery(queryOf(['input-variable-sets'], 'listInputVariableSets'))
  const all = data?.input_variable_sets ?? []
  const words = search.trim().toLowerCase()
  const matching = all.filter(({ name }) => name.toLowerCase().includes(words))
  return (
    <Section
      title="Input variable sets"
      changedBy="contributor"
      about="Named sets of values for variables. Prompts and the playground can run with them: choose “Values from…”."
      query={{ data, error, refetch }}
      action={mayChange && <AddButton onClick={() => setCreating(true)}>New set</AddButton>}
    >
      {all.length >= minSetsToSearch && (
        <PageSearch label="Find a set" value={search} onChange={(typed = '') => setSearch(typed)} />
      )}
      <Rows
        label="Input variable sets"
        heads={['Name', 'Changed', '']}
        rows={inNaturalOrder(matching, ({ name }) => name)}
        keyOf={({ id }) => id}
        empty={
          words === ''
            ? 'No sets yet. A set stores the inputs of a typical or difficult case, so that you can try every version with it.'
            : 'No set has this name.'
        }
        cells={({ id, name, updated_at }) => [
          <RowName key="name" name={name} onOpen={() => open(id)} />,
          <Time key="at" at={updated_at} />,
          mayChange ? (
            <DeleteMenu
              key="more"
              name={name}
              list="input-variable-sets"
              consequence="Applications that read it get an error. For 30 days you can restore it in Settings, Recently deleted."
              onDelete={() => call('deleteInputVariableSet', { params: { input_variable_set_id: id } })}
              onRestore={() =>
                call('restoreInputVariableSet', { params: { input_variable_set_id: id }, body: {} })
              }
            >
              <MenuItem onSelect={() => open(id)}>Rename or edit</MenuItem>
              <MenuItem onSelect={() => void copyText('ID', String(id))}>Copy ID</MenuItem>
            </DeleteMenu>
          ) : (
            <CopyButton key="id" name={`ID of ${name}`} text={String(id)} />
          ),
        ]}
      />
      {opened !== undefined && <EditVariableSet key={opened} id={opened} onClose={() => open(undefined)} />}
      {isCreating && <NewVariableSet onClose={() => setCreating(false)} />}
    </Section>
  )
}
