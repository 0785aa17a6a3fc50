import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { type Answer, ApiError, call, invalidate, queryOf, useMay } from '../api/index.ts'
import { Button, Input, Time, toast } from '../design/index.ts'
import { DeletedEvaluations } from './deleted-evaluations.tsx'
import { DeletedTools } from './deleted-tools.tsx'
import { type Renamed, RestoreUnderNameDialog } from './restore-under-name-dialog.tsx'
import { Rows, Section } from './section.tsx'

type DeletedPrompt = Answer<'listDeletedPrompts'>['prompts'][number]
type DeletedWorkflow = Answer<'listDeletedWorkflows'>['workflows'][number]
type DeletedSheet = Answer<'listDeletedSheets'>['sheets'][number]
type DeletedTable = Answer<'listDeletedTables'>['tables'][number]

/** Prompts, workflows, tools, tables and sheets of the last 30 days, and their restoration. */
export function RecentlyDeleted() {
  const navigate = useNavigate()
  const mayRestore = useMay('contributor')
  const [words, setWords] = useState('')
  const [renamed, setRenamed] = useState<Renamed | null>(null)
  const q = useDeferredValue(words.trim()) || undefined
  const prompts = useQuery(queryOf(['deleted', 'prompts', q], 'listDeletedPrompts', { query: { q } }))
  const workflows = useQuery(queryOf(['deleted', 'workflows', q], 'listDeletedWorkflows', { query: { q } }))
  const tables = useQuery(queryOf(['deleted', 'tables', q], 'listDeletedTables', { query: { q } }))
  const sheets = useQuery(queryOf(['deleted', 'sheets', q], 'listDeletedSheets', { query: { q } }))
  const refresh = () => {
    void invalidate('deleted', 'prompts', 'workflows', 'tables')
  }
  const fail = (error: Error) => toast(error.message, { isProblem: true })
  /** Shows the name dialog if the name is taken. */
  const refuse = (error: Error, taken: Renamed) =>
    error instanceof ApiError && error.status === 409 ? setRenamed(taken) : fail(error)

  const restorePromptAs = async (id: number, name?: string) => {
    const { prompt } = await call('restorePrompt', { params: { prompt_id: id }, body: { name } })
    refresh()
    toast(`${prompt.name} restored`, {
      action: {
        label: 'Open',
        onClick: () => void navigate({ to: '/prompts/$promptId', params: { promptId: String(id) } }),
      },
    })
  }
  const restorePrompt = useMutation({
    mutationFn: ({ id }: DeletedPrompt) => restorePromptAs(id),
    onError: (error, { id, name }) =>
      refuse(error, { noun: 'prompt', name, use: 'read', restore: (other) => restorePromptAs(id, other) }),
  })
  const restoreWorkflowAs = async (id: number, name?: string) => {
    const { workflow } = await call('restoreWorkflow', { params: { workflow_id: id }, body: { name } })
    refresh()
    toast(`${workflow.name} restored`, {
      action: {
        label: 'Open',
        onClick: () => void navigate({ to: '/workflows/$workflowId', params: { workflowId: String(id) } }),
      },
    })
  }
  const restoreWorkflow = useMutation({
    mutationFn: ({ id }: DeletedWorkflow) => restoreWorkflowAs(id),
    onError: (error, { id, name }) =>
      refuse(error, { noun: 'workflow', name, use: 'run', restore: (other) => restoreWorkflowAs(id, other) }),
  })
  const restoreTable = useMutation({
    mutationFn: ({ id }: DeletedTable) => call('restoreTable', { params: { table_id: id } }),
    onSuccess: ({ table: { id: tableId, title } }) => {
      refresh()
      toast(`${title} restored`, {
        action: {
          label: 'Open',
          onClick: () => void navigate({ to: '/tables/$tableId', params: { tableId } }),
        },
      })
    },
    onError: fail,
  })
  const restoreSheet = useMutation({
    mutationFn: ({ id }: DeletedSheet) => call('restoreSheet', { params: { sheet_id: id } }),
    onSuccess: ({ sheet: { id: sheet, table_id: tableId, title } }) => {
      refresh()
      toast(`${title} restored`, {
        action: {
          label: 'Open',
          onClick: () => void navigate({ to: '/tables/$tableId', params: { tableId }, search: { sheet } }),
        },
      })
    },
    onError: fail,
  })
  const isBusy =
    restorePrompt.isPending || restoreWorkflow.isPending || restoreTable.isPending || restoreSheet.isPending
  const restoreButton = (name: string, onClick: () => void) =>
    mayRestore && (
      <Button key="restore" size="small" aria-label={`Restore ${name}`} disabled={isBusy} onClick={onClick}>
        Restore
      </Button>
    )
  const empty = (what: string) =>
    q === undefined ? `No ${what} was deleted in the last 30 days.` : `No deleted ${what} has this name.`
  return (
    <Section
      title="Recently deleted"
      about="Deleted prompts, workflows, tools, tables, sheets, datasets and reports can be restored for 30 days."
      isLoading={!prompts.data || !workflows.data || !tables.data || !sheets.data}
      error={prompts.error ?? workflows.error ?? tables.error ?? sheets.error}
      onRetry={refresh}
      action={
        <Input
          data-page-search
          aria-label="Search deleted prompts, workflows, tools, tables and sheets"
          placeholder="Name"
          className="w-64 max-sm:w-full"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      }
    >
      <h3 className="font-semibold">Prompts and snippets</h3>
      <p className="-mt-3 text-small text-ink-soft">
        They come back with their versions, labels and external IDs, outside folders.
      </p>
      <Rows
        label="Deleted prompts"
        heads={['Name', 'Kind', 'Deleted', 'Restorable until', '']}
        rows={prompts.data?.prompts ?? []}
        keyOf={({ id }) => id}
        empty={empty('prompt')}
        cells={(prompt) => [
          <bdi key="name">{prompt.name}</bdi>,
          prompt.is_snippet ? 'Snippet' : 'Prompt',
          <Time key="deleted" at={prompt.deleted_at} />,
          <Time key="until" at={prompt.restorable_until} />,
          restoreButton(prompt.name, () => restorePrompt.mutate(prompt)),
        ]}
      />
      {prompts.data?.has_more && <More />}
      <h3 className="font-semibold">Workflows</h3>
      <p className="-mt-3 text-small text-ink-soft">
        They come back with their versions, labels, runs and external IDs, outside folders.
      </p>
      <Rows
        label="Deleted workflows"
        heads={['Name', 'Deleted', 'Restorable until', '']}
        rows={workflows.data?.workflows ?? []}
        keyOf={({ id }) => id}
        empty={empty('workflow')}
        cells={(workflow) => [
          <bdi key="name">{workflow.name}</bdi>,
          <Time key="deleted" at={workflow.deleted_at} />,
          <Time key="until" at={workflow.restorable_until} />,
          restoreButton(workflow.name, () => restoreWorkflow.mutate(workflow)),
        ]}
      />
      {workflows.data?.has_more && <More />}
      <DeletedTools q={q} mayRestore={mayRestore} empty={empty('tool')} />
      <h3 className="font-semibold">Tables</h3>
      <p className="-mt-3 text-small text-ink-soft">
        They come back with their sheets. Runs that the deletion stopped do not go on.
      </p>
      <Rows
        label="Deleted tables"
        heads={['Name', 'Deleted', 'Restorable until', '']}
        rows={tables.data?.tables ?? []}
        keyOf={({ id }) => id}
        empty={empty('table')}
        cells={(table) => [
          <bdi key="name">{table.title}</bdi>,
          <Time key="deleted" at={table.deleted_at} />,
          <Time key="until" at={table.restorable_until} />,
          restoreButton(table.title, () => restoreTable.mutate(table)),
        ]}
      />
      {tables.data?.has_more && <More />}
      <h3 className="font-semibold">Sheets</h3>
      <p className="-mt-3 text-small text-ink-soft">
        They come back as the last sheet of their table. Sheets of a deleted table come back with the table.
      </p>
      <Rows
        label="Deleted sheets"
        heads={['Name', 'Table', 'Deleted', 'Restorable until', '']}
        rows={sheets.data?.sheets ?? []}
        keyOf={({ id }) => id}
        empty={empty('sheet')}
        cells={(sheet) => [
          <bdi key="name">{sheet.title}</bdi>,
          <bdi key="table">{sheet.table_title}</bdi>,
          <Time key="deleted" at={sheet.deleted_at} />,
          <Time key="until" at={sheet.restorable_until} />,
          restoreButton(sheet.title, () => restoreSheet.mutate(sheet)),
        ]}
      />
      {sheets.data?.has_more && <More />}
      <DeletedEvaluations q={q} mayRestore={mayRestore} />
      {renamed && <RestoreUnderNameDialog renamed={renamed} onClose={() => setRenamed(null)} />}
    </Section>
  )
}

const More = () => <p className="text-small text-ink-soft">Search by name to find the earlier ones.</p>
