import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call, queryOf, useMay } from '../api/index.ts'
import {
  CopyButton,
  copyText,
  Empty,
  KindIcon,
  ListTable,
  MenuItem,
  QueryState,
  Time,
} from '../design/index.ts'
import { DeleteMenu } from '../shell/index.ts'
import { EditTool } from './edit-tool.tsx'
import { LabelList } from './label-list.tsx'
import { ToolLabels } from './tool-labels.tsx'

/** The tools of the workspace whose name or description contains `find`. */
export function Tools({ find = '' }: { find: string | undefined }) {
  const mayChange = useMay('contributor')
  const { open: opened } = useSearch({ from: '/tools' })
  const navigate = useNavigate({ from: '/tools' })
  const open = (id: number | undefined) => void navigate({ search: (before) => ({ ...before, open: id }) })
  const [labelled, setLabelled] = useState<{ readonly id: number; readonly name: string } | null>(null)
  const query = useQuery(queryOf(['tools'], 'listTools', { query: {} }))
  const all = query.data?.tool_registries
  const word = find.trim().toLowerCase()
  const tools = inNaturalOrder(
    (all ?? []).filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(word)),
    ({ name }) => name,
  )
  return (
    <>
      <QueryState query={query} />
      {all?.length === 0 && (
        <Empty title="No tools yet">
          A tool is a function that models can call. Define it once, add it to any prompt by its name, and
          give it code if Galley is to run it. Each change creates a version.
        </Empty>
      )}
      {all && all.length > 0 && tools.length === 0 && <Empty title="No tools match" />}
      {tools.length > 0 && (
        <ListTable
          rows={tools}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Name',
              width: 'w-72',
              cell: ({ id, name }) => (
                <span className="flex max-w-72 items-center gap-2">
                  <KindIcon kind="tool" className="size-4 shrink-0" />
                  <button
                    type="button"
                    title={name}
                    className="min-w-0 truncate font-mono text-small font-medium text-ink hover:underline"
                    onClick={() => open(id)}
                  >
                    {name}
                  </button>
                </span>
              ),
            },
            {
              head: 'Description',
              cell: ({ description }) => (
                <bdi className="text-ink-soft" title={description ?? undefined}>
                  {description}
                </bdi>
              ),
            },
            { head: 'Version', width: 'w-24', cell: (tool) => `v${tool.latest_version_number}` },
            { head: 'Labels', width: 'w-52', cell: ({ labels }) => <LabelList labels={labels} /> },
            { head: 'Changed', width: 'w-36', cell: ({ updated_at }) => <Time at={updated_at} /> },
          ]}
          menu={(tool) =>
            mayChange ? (
              <DeleteMenu
                name={tool.name}
                list="tools"
                consequence="Prompts that refer to it run without it. For 30 days you can restore it in Settings, Recently deleted."
                onDelete={() => call('deleteTool', { params: { identifier: String(tool.id) } })}
                onRestore={() => call('restoreTool', { params: { tool_id: tool.id } })}
              >
                <MenuItem onSelect={() => open(tool.id)}>Open</MenuItem>
                <MenuItem onSelect={() => setLabelled(tool)}>Labels</MenuItem>
                <MenuItem onSelect={() => void copyText('ID', String(tool.id))}>Copy ID</MenuItem>
              </DeleteMenu>
            ) : (
              <CopyButton name={`ID of ${tool.name}`} text={String(tool.id)} />
            )
          }
        />
      )}
      {opened !== undefined && <EditTool key={opened} id={opened} onClose={() => open(undefined)} />}
      {labelled && <ToolLabels id={labelled.id} name={labelled.name} onClose={() => setLabelled(null)} />}
    </>
  )
}
