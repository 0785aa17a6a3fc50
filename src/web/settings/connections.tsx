import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { type Answer, call, queryOf, useMay } from '../api/index.ts'
import { Badge, Button, ProviderMark, providerName, SelectField, TextField } from '../design/index.ts'
import { FormDialog, RowConfirmButton, useChange, useFormChange } from '../dialogs/index.ts'
import { ConnectionState } from './connection-state.tsx'
import { AddButton, Rows, Section } from './section.tsx'

type Connection = Answer<'listConnections'>['connections'][number]

const nameOf = (provider: string) =>
  provider === 'custom' ? 'OpenAI-compatible server' : providerName(provider)

const providers = [
  'openai',
  'anthropic',
  'google',
  'mistral',
  'cohere',
  'openai.azure',
  'vertexai',
  'amazon.bedrock',
  'huggingface',
  'custom',
].map((value) => ({ value, label: nameOf(value) }))

/** Providers that need a key. Other providers may accept the server's own identity, or calls without a key. */
const withKey = ['openai', 'anthropic', 'google', 'mistral', 'cohere', 'huggingface']

export function Connections() {
  const { data, error, refetch } = useQuery(queryOf(['connections'], 'listConnections'))
  const isAdmin = useMay('admin')
  const { add = false } = useSearch({ from: '/settings/connections' })
  const [editing, setEditing] = useState<Connection | 'new' | null>(add ? 'new' : null)
  const [saved, setSaved] = useState<Connection>()
  const remove = useChange((id: number) => call('deleteConnection', { params: { connection_id: id } }), {
    keys: ['connections'],
    done: 'Key deleted',
  })
  return (
    <Section
      title="Provider keys"
      changedBy="admin"
      word="Provider key"
      about="How Galley reaches models. Keys are encrypted on disk and never shown again."
      query={{ data, error, refetch }}
      action={isAdmin && <AddButton onClick={() => setEditing('new')}>Add key</AddButton>}
    >
      {data && data.environment_providers.length > 0 && (
        <p className="flex flex-wrap items-center gap-1.5 text-ink-soft">
          Keys of the server work for
          {data.environment_providers.map((provider) => (
            <Badge key={provider} tone="good">
              {providerName(provider)}
            </Badge>
          ))}
        </p>
      )}
      <Rows
        label="Provider keys"
        heads={['Name', 'Provider', 'Key', 'State', '']}
        rows={inNaturalOrder(data?.connections ?? [], ({ name }) => name)}
        keyOf={({ id }) => id}
        empty={
          data && data.environment_providers.length > 0
            ? 'This workspace has no keys of its own.'
            : 'No provider can be called yet. Add a key to run prompts and evaluations.'
        }
        cells={(connection) => [
          <bdi key="name" className="font-medium">
            {connection.name}
          </bdi>,
          <span key="provider" title={connection.base_url ?? undefined}>
            <ProviderMark provider={connection.client ?? connection.provider} className="mr-1.5" />
            {nameOf(connection.provider)}{' '}
            <bdi className="text-small text-ink-soft">{connection.base_url}</bdi>
          </span>,
          connection.has_api_key && (
            <code key="key" className="text-small">
              …{connection.api_key_suffix}
            </code>
          ),
          <ConnectionState
            key={`state ${connection.updated_at}`}
            connection={connection}
            mayTest={isAdmin}
            isJustSaved={saved?.id === connection.id && saved.updated_at === connection.updated_at}
          />,
          isAdmin && (
            <span key="do" className="flex justify-end gap-1">
              <Button
                size="small"
                aria-label={`Change ${connection.name}`}
                onClick={() => setEditing(connection)}
              >
                Change
              </Button>
              <RowConfirmButton
                verb="Delete"
                name={connection.name}
                consequence="Runs of prompts that name it fail. Applications read these prompts without it."
                onConfirm={() => remove.mutate(connection.id)}
              />
            </span>
          ),
        ]}
      />
      {editing && isAdmin && (
        <ConnectionDialog
          connection={editing === 'new' ? null : editing}
          onSaved={(connection) => {
            setSaved(connection)
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}

interface DialogProps {
  readonly connection: Connection | null
  readonly onSaved: (connection: Connection) => void
  readonly onClose: () => void
}

function ConnectionDialog({ connection, onSaved, onClose }: DialogProps) {
  const [provider, setProvider] = useState(connection?.provider ?? 'openai')
  const [isKeyMissing, setKeyMissing] = useState(false)
  const save = useFormChange(
    ({ name = '', base_url, api_key }: Readonly<Record<string, string>>) => {
      const body = {
        name,
        provider,
        base_url: base_url || null,
        ...(provider === 'custom' && !connection?.client && { client: 'openai' as const }),
        ...(api_key && { api_key }),
      }
      return connection
        ? call('updateConnection', { params: { connection_id: connection.id }, body })
        : call('createConnection', { body })
    },
    { keys: ['connections'], done: 'Key saved', onSuccess: ({ connection }) => onSaved(connection) },
  )
  return (
    <FormDialog
      title={connection ? `Change ${connection.name}` : 'Add a provider key'}
      description="A saved key is tested at once with one short call, which costs less than a cent."
      verb="Save key"
      state={save}
      onSubmit={(values) => {
        const isMissing = !connection && withKey.includes(provider) && !values['api_key']
        setKeyMissing(isMissing)
        if (!isMissing) save.mutate(values)
      }}
      onClose={onClose}
    >
      <SelectField label="Provider" value={provider} choices={providers} onChange={setProvider} />
      <TextField label="Name" name="name" defaultValue={connection?.name ?? provider} />
      <TextField
        label="Key"
        name="api_key"
        type="password"
        autoComplete="off"
        error={isKeyMissing ? 'Enter the key of the provider.' : undefined}
        placeholder={connection?.has_api_key ? `…${connection.api_key_suffix ?? ''}, kept if empty` : 'sk-…'}
      />
      <TextField
        label="Address"
        name="base_url"
        defaultValue={connection?.base_url ?? ''}
        placeholder="https://models.example.com/v1"
        hint="Empty means the address of the provider. If you change it, enter the key again."
      />
    </FormDialog>
  )
}
