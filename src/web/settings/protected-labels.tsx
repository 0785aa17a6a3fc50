import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { type Answer, call, useMay } from '../api/index.ts'
import { Badge, Switch, SwitchRow, TextField } from '../design/index.ts'
import { FormDialog, RowConfirmButton, useChange, useFormChange } from '../dialogs/index.ts'
import { protectedLabelsQuery } from '../prompts/index.ts'
import { AddButton, Rows, Section } from './section.tsx'

type Label = Answer<'listProtectedLabels'>['protected_labels'][number]

export function ProtectedLabels() {
  const { data, error, refetch } = useQuery(protectedLabelsQuery)
  const isAdmin = useMay('admin')
  const [isAdding, setAdding] = useState(false)
  const [needsTwoApprovers, setNeedsTwoApprovers] = useState(false)
  const add = useFormChange((body: { name: string; takes_two: boolean }) => call('protectLabel', { body }), {
    keys: ['releases'],
    done: 'Label protected',
    onSuccess: () => setAdding(false),
  })
  const change = useChange(
    ({ id, takes_two }: Pick<Label, 'id' | 'takes_two'>) =>
      call('changeProtectedLabel', { params: { protected_label_id: id }, body: { takes_two } }),
    { keys: ['releases'] },
  )
  const remove = useChange((id: number) => call('unprotectLabel', { params: { protected_label_id: id } }), {
    keys: ['releases'],
    done: 'Label no longer protected',
  })
  return (
    <Section
      title="Protected labels"
      changedBy="admin"
      word="Protected label"
      about={
        <>
          Only admins can move labels with these names, in all prompts. Others can make a{' '}
          <Link to="/prompts/releases" className="text-accent-ink underline">
            release request
          </Link>
          .
        </>
      }
      query={{ data, error, refetch }}
      action={isAdmin && <AddButton onClick={() => setAdding(true)}>Protect a label</AddButton>}
    >
      <Rows
        label="Protected labels"
        heads={['Label', 'Takes two people', '']}
        rows={inNaturalOrder(data ?? [], ({ name }) => name)}
        keyOf={({ id }) => id}
        empty="No label is protected. Publishers and admins can move all labels."
        cells={(label) => [
          <bdi key="name" className="font-medium">
            {label.name}
          </bdi>,
          isAdmin ? (
            <Switch
              key="two"
              label={`${label.name} takes two people`}
              checked={label.takes_two}
              onChange={(takes_two) => change.mutate({ id: label.id, takes_two })}
            />
          ) : (
            label.takes_two && <Badge key="two">Two people</Badge>
          ),
          isAdmin && (
            <RowConfirmButton
              key="remove"
              verb="Remove"
              name={label.name}
              consequence="Publishers can move labels with this name again."
              onConfirm={() => remove.mutate(label.id)}
            />
          ),
        ]}
      />
      {isAdding && (
        <FormDialog
          title="Protect a label"
          description="Only admins will be able to move labels with this name, in all prompts."
          verb="Protect label"
          state={add}
          onSubmit={({ name = '' }) => add.mutate({ name, takes_two: needsTwoApprovers })}
          onClose={() => setAdding(false)}
        >
          <TextField label="Name" name="name" placeholder="prod" autoFocus />
          <SwitchRow label="Takes two people" checked={needsTwoApprovers} onChange={setNeedsTwoApprovers} />
          <p className="text-small text-ink-faint">
            Then an admin who moves the label needs the approval of another admin.
          </p>
        </FormDialog>
      )}
    </Section>
  )
}
