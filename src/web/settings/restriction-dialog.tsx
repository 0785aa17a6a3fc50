import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { type Answer, call, errorAt, queryOf, roleNames } from '../api/index.ts'
import { counted, SelectField, TextAreaField } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'

type Variable = Answer<'listWorkspaceVariables'>['workspace_env_vars'][number]
type Restriction = NonNullable<Variable['restriction']>
type Use = NonNullable<Restriction['uses']>[number]

const minRoles = [
  { value: 'viewer', label: 'Anybody' },
  { value: 'contributor', label: 'Contributors and above' },
  { value: 'publisher', label: 'Publishers and above' },
  { value: 'admin', label: 'Admins' },
] as const
type MinRole = (typeof minRoles)[number]['value']

const scopes = [
  { value: 'any', label: 'All tools, columns and MCP servers' },
  { value: 'chosen', label: 'Only the chosen ones' },
] as const

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== '')

export function RestrictionDialog({ variable, onClose }: { variable: Variable; onClose: () => void }) {
  const before = variable.restriction
  const [role, setRole] = useState<MinRole>(before?.role ?? 'viewer')
  const [scope, setScope] = useState<'any' | 'chosen'>(before?.uses ? 'chosen' : 'any')
  const [chosen, setChosen] = useState<readonly Use[]>(
    before?.uses?.filter(({ kind }) => kind !== 'column') ?? [],
  )
  const [columns, setColumns] = useState(
    (before?.uses ?? []).flatMap(({ kind, id }) => (kind === 'column' ? [id] : [])).join('\n'),
  )
  const [hosts, setHosts] = useState(before?.hosts?.join('\n') ?? '')
  const save = useFormChange(
    () => {
      const columnUses = linesOf(columns).map((id) => ({ kind: 'column' as const, id }))
      const restriction = {
        role: role === 'viewer' ? null : role,
        uses: scope === 'any' ? null : [...chosen, ...columnUses],
        hosts: linesOf(hosts).length === 0 ? null : linesOf(hosts),
      }
      const isUnrestricted = Object.values(restriction).every((field) => field === null)
      return call('updateWorkspaceVariable', {
        params: { var_id: variable.id },
        body: { restriction: isUnrestricted ? null : restriction },
      })
    },
    { keys: ['variables'], done: 'Restriction saved', onSuccess: onClose },
  )
  const hostError = linesOf(hosts)
    .map((_, index) => errorAt(save.error, `restriction.hosts.${index}`))
    .find((message) => message !== undefined)
  return (
    <FormDialog
      title={`Restrict ${variable.key}`}
      description="Who may use the value, where, and which hosts it may be sent to."
      verb="Save restriction"
      state={{ isPending: save.isPending, error: hostError === undefined ? save.error : null }}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <SelectField
        label="Runs started by"
        hint="A run keeps the role of the person who started it."
        value={role}
        choices={minRoles}
        onChange={setRole}
      />
      <SelectField label="Used by" value={scope} choices={scopes} onChange={setScope} />
      {scope === 'chosen' && (
        <>
          <Uses chosen={chosen} onChange={setChosen} />
          <TextAreaField
            label="Columns"
            hint="IDs of columns, one per line."
            rows={2}
            className="font-mono"
            value={columns}
            onChange={(event) => setColumns(event.target.value)}
          />
        </>
      )}
      <TextAreaField
        label="Sent to"
        error={hostError}
        hint="Host names, one per line. Empty means any. Code that names the variable can call only these hosts."
        rows={2}
        className="font-mono"
        placeholder="crm.example.com"
        value={hosts}
        onChange={(event) => setHosts(event.target.value)}
      />
    </FormDialog>
  )
}

interface UsesProps {
  readonly chosen: readonly Use[]
  readonly onChange: (chosen: readonly Use[]) => void
}

function Uses({ chosen, onChange }: UsesProps) {
  const { data: tools } = useQuery(queryOf(['tools'], 'listTools', { query: {} }))
  const { data: servers } = useQuery(queryOf(['mcp-servers'], 'listMcpServers'))
  const choices = [
    ...inNaturalOrder(tools?.tool_registries ?? [], ({ name }) => name).map(({ id, name }) => ({
      kind: 'tool' as const,
      id: String(id),
      name,
    })),
    ...inNaturalOrder(servers?.mcp_servers ?? [], ({ name }) => name).map(({ id, name }) => ({
      kind: 'mcp_server' as const,
      id: String(id),
      name,
    })),
  ]
  const isChosen = ({ kind, id }: Use) => chosen.some((use) => use.kind === kind && use.id === id)
  const toggle = ({ kind, id }: Use) =>
    onChange(
      isChosen({ kind, id })
        ? chosen.filter((use) => use.kind !== kind || use.id !== id)
        : [...chosen, { kind, id }],
    )
  if (choices.length === 0)
    return <p className="text-small text-ink-soft">There are no tools and no MCP servers yet.</p>
  return (
    <fieldset className="flex max-h-40 flex-col gap-1 overflow-y-auto rounded-md border p-2">
      <legend className="sr-only">Tools and MCP servers</legend>
      {choices.map((use) => (
        <label key={`${use.kind} ${use.id}`} className="flex items-center gap-2">
          <input type="checkbox" checked={isChosen(use)} onChange={() => toggle(use)} />
          <bdi>{use.name}</bdi>
          <span className="text-small text-ink-faint">{use.kind === 'tool' ? 'tool' : 'MCP server'}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The restriction as a short text for the list. */
export function restrictionText({ role, uses, hosts }: Restriction): string {
  const parts = [
    role && `${roleNames[role]}s and above`,
    uses && counted(uses.length, 'place'),
    hosts?.join(', '),
  ]
  return parts.filter((part) => part != null).join(' · ')
}
