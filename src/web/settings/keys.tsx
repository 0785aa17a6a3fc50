import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '../../engine/roles.ts'
import { type Answer, call, errorAt } from '../api/index.ts'
import { Badge, Button, ConfirmByName, TextField, Time } from '../design/index.ts'
import { FormDialog } from './form-dialog.tsx'
import { RoleField } from './role-select.tsx'
import { AddButton, Rows, Section } from './section.tsx'
import { ShownOnce } from './shown-once.tsx'
import { useChange } from './use-change.ts'

type ApiKey = Answer<'listKeys'>['api_keys'][number]

export function Keys() {
  const { data, error, refetch } = useQuery({ queryKey: ['api-keys'], queryFn: () => call('listKeys') })
  const [isCreating, setCreating] = useState(false)
  const [role, setRole] = useState<Role>('contributor')
  const [made, setMade] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const create = useChange('api-keys', (name: string) => call('createApiKey', { body: { name, role } }), {
    isForm: true,
    onSuccess: ({ key }) => {
      setCreating(false)
      setMade(key)
    },
  })
  const revoke = useChange('api-keys', (id: number) => call('revokeApiKey', { params: { api_key_id: id } }), {
    done: 'Key revoked',
  })
  return (
    <Section
      title="API keys"
      about="What applications call Galley with. The full key is shown once, when it is made."
      isLoading={!data}
      error={error}
      onRetry={refetch}
      action={<AddButton onClick={() => setCreating(true)}>New key</AddButton>}
    >
      <Rows
        label="API keys"
        heads={['Name', 'Key', 'Role', 'Last used', 'Made by', '']}
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
          <Badge key="role">{key.role}</Badge>,
          key.last_used_at ? <Time key="used" at={key.last_used_at} /> : 'never',
          key.created_by ?? 'the server',
          <Button
            key="revoke"
            kind="danger"
            size="small"
            aria-label={`Revoke ${key.name}`}
            onClick={() => setRevoking(key)}
          >
            Revoke
          </Button>,
        ]}
      />
      {isCreating && (
        <FormDialog
          title="New key"
          verb="Make key"
          error={create.error}
          fields={['name']}
          isPending={create.isPending}
          onSubmit={({ name = '' }) => create.mutate(name)}
          onClose={() => setCreating(false)}
        >
          <TextField
            label="Name"
            name="name"
            placeholder="Where it is used"
            autoFocus
            error={errorAt(create.error, 'name')}
          />
          <RoleField value={role} onChange={setRole} />
        </FormDialog>
      )}
      {made && (
        <ShownOnce
          title="Your new key"
          description="It is not shown again. Keep it where your application reads its secrets."
          what="key"
          secret={made}
          onSaved={() => setMade(null)}
        />
      )}
      {revoking && (
        <ConfirmByName
          open
          onOpenChange={() => setRevoking(null)}
          verb="Revoke"
          name={revoking.name}
          consequence="Whatever uses this key is refused from now on."
          onConfirm={() => revoke.mutate(revoking.id)}
        />
      )}
    </Section>
  )
}
