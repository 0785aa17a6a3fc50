import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '../../engine/roles.ts'
import { type Answer, call, queryOf, roleNames } from '../api/index.ts'
import { Badge, Button, Field, Switch, TextField, Time } from '../design/index.ts'
import { FormDialog, RowConfirmButton, useChange, useFormChange } from '../dialogs/index.ts'
import { RoleField } from './role-select.tsx'
import { AddButton, Rows, Section } from './section.tsx'
import { ShownOnce } from './shown-once.tsx'

type ApiKey = Answer<'listKeys'>['api_keys'][number]

/** The typed rate; empty for the server's default. The server refuses text that is not a number. */
const rateOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const rateText = (rate: number | null) =>
  rate === null ? 'Default' : rate === 0 ? 'No limit' : `${rate}/min`

const RateField = ({ rate = null }: { rate?: number | null }) => (
  <TextField
    label="Requests per minute"
    name="requests_per_minute"
    inputMode="numeric"
    defaultValue={rate ?? ''}
    hint="Empty means the server's default, 0 means no limit."
  />
)

export function Keys() {
  const { data, error, refetch } = useQuery(queryOf(['api-keys'], 'listKeys'))
  const [isCreating, setCreating] = useState(false)
  const [role, setRole] = useState<Role>('contributor')
  const [isPersonal, setPersonal] = useState(false)
  const [createdKey, setCreatedKey] = useState<string | null>(null)
  const [changing, setChanging] = useState<ApiKey | null>(null)
  const create = useFormChange(
    (key: { name: string; rate: string }) =>
      call('createApiKey', {
        body: { name: key.name, role, personal: isPersonal, requests_per_minute: rateOf(key.rate) },
      }),
    {
      keys: ['api-keys'],
      onSuccess: ({ key }) => {
        setCreating(false)
        setCreatedKey(key)
      },
    },
  )
  const changeRate = useFormChange(
    ({ id, rate }: { id: number; rate: string }) =>
      call('updateApiKey', {
        params: { api_key_id: id },
        body: { requests_per_minute: rateOf(rate) },
      }),
    { keys: ['api-keys'], done: 'Rate changed', onSuccess: () => setChanging(null) },
  )
  const revoke = useChange((id: number) => call('revokeApiKey', { params: { api_key_id: id } }), {
    keys: ['api-keys'],
    done: 'Key revoked',
  })
  return (
    <Section
      title="API keys"
      about="Applications call Galley with these keys. The full key is shown once, when it is created."
      query={{ data, error, refetch }}
      action={<AddButton onClick={() => setCreating(true)}>New key</AddButton>}
    >
      <Rows
        label="API keys"
        heads={['Name', 'Key', 'Role', 'Rate', 'Last used', 'Created by', '']}
        rows={data?.api_keys ?? []}
        keyOf={({ id }) => id}
        empty="No keys yet."
        cells={(key) => [
          <bdi key="name" className="font-medium">
            {key.name}
          </bdi>,
          <code key="end" className="text-small">
            …{key.ends_with}
          </code>,
          <Badge key="role">{roleNames[key.role]}</Badge>,
          <Button
            key="rate"
            size="small"
            aria-label={`${rateText(key.requests_per_minute)}: change the rate of ${key.name}`}
            onClick={() => setChanging(key)}
          >
            {rateText(key.requests_per_minute)}
          </Button>,
          key.last_used_at ? <Time key="used" at={key.last_used_at} /> : 'never',
          key.owner ? `${key.owner.name} (personal)` : (key.created_by ?? 'the server'),
          <RowConfirmButton
            key="revoke"
            verb="Revoke"
            name={key.name}
            consequence="All calls with this key are refused from now on."
            onConfirm={() => revoke.mutate(key.id)}
          />,
        ]}
      />
      {isCreating && (
        <FormDialog
          title="New key"
          verb="Create key"
          state={create}
          onSubmit={({ name = '', requests_per_minute: rate = '' }) => create.mutate({ name, rate })}
          onClose={() => setCreating(false)}
        >
          <TextField label="Name" name="name" placeholder="Where it is used" autoFocus />
          <RoleField value={role} onChange={setRole} />
          <RateField />
          <Field label="Personal" hint="It ends with your account or your membership.">
            {({ id }) => <Switch id={id} checked={isPersonal} onChange={setPersonal} />}
          </Field>
        </FormDialog>
      )}
      {changing && (
        <FormDialog
          title={`Rate of ${changing.name}`}
          verb="Save rate"
          state={changeRate}
          onSubmit={({ requests_per_minute: rate = '' }) => changeRate.mutate({ id: changing.id, rate })}
          onClose={() => setChanging(null)}
        >
          <RateField rate={changing.requests_per_minute} />
        </FormDialog>
      )}
      {createdKey && (
        <ShownOnce
          title="Your new key"
          description="It is not shown again. Keep it where your application reads its secrets."
          name="key"
          secret={createdKey}
          onSaved={() => setCreatedKey(null)}
        />
      )}
    </Section>
  )
}
