import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call, queryOf, useMay } from '../api/index.ts'
import { CopyButton, copyText, MenuItem, Time } from '../design/index.ts'
import { LabelBadge } from '../prompts/index.ts'
import { DeleteMenu } from '../shell/index.ts'
import { EditTool } from './edit-tool.tsx'
import { NewTool } from './new-tool.tsx'
import { AddButton, Rows, SectionContent } from './section.tsx'
import { ToolLabels } from './tool-labels.tsx'

/** The number of labels of a tool in the list. Others are counted. */
const maxLabels = 2

export function Tools() {
  const mayChange = useMay('contributor')
  const [isCreating, setCreating] = useState(false)
  const { open: opened } = useSearch({ from: '/tools' })
  const navigate = useNavigate({ from: '/tools' })
  const open = (id: number | undefined) => void navigate({ search: { open: id } })
  const [labelled, setLabelled] = useState<{ readonly id: number; readonly name: string } | null>(null)
  const { data, error, refetch } = useQuery(queryOf(['tools'], 'listTools', { query: {} }))
  return (
    <SectionContent
      title="Tools"
      about="Functions that models can call. Prompts refer to them. Each change creates a version."
      query={{ data, error, refetch }}
      action={mayChange && <AddButton onClick={() => setCreating(true)}>New tool</AddButton>}
    >
      <Rows
        label="Tools"
        heads={['Name', 'Version', 'Labels', 'Changed', 'Description', '']}
        rows={inNaturalOrder(data?.tool_registries ?? [], ({ name }) => name)}
        keyOf={({ id }) => id}
        empty="No tools yet. Define a function once, and add it to any prompt by its name."
        cells={(tool) => [
          <button
            key="name"
            type="button"
            className="font-mono text-small font-medium hover:underline"
            onClick={() => open(tool.id)}
          >
            {tool.name}
          </button>,
          <span key="version" className="tabular-nums">
            v{tool.latest_version_number}
          </span>,
          <span key="labels" className="flex gap-1">
            {tool.labels.slice(0, maxLabels).map(({ id, name, version_number }) => (
              <LabelBadge key={id} name={name} version={version_number} />
            ))}
            {tool.labels.length > maxLabels && (
              <span
                className="text-small text-ink-soft"
                title={tool.labels.map(({ name, version_number }) => `${name} v${version_number}`).join(', ')}
              >
                +{tool.labels.length - maxLabels}
              </span>
            )}
          </span>,
          <Time key="at" at={tool.updated_at} />,
          <bdi key="about" className="text-ink-soft" title={tool.description ?? undefined}>
            {tool.description}
          </bdi>,
          mayChange ? (
            <DeleteMenu
              key="more"
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
            <CopyButton key="id" name={`id of ${tool.name}`} text={String(tool.id)} />
          ),
        ]}
      />
      {opened !== undefined && <EditTool key={opened} id={opened} onClose={() => open(undefined)} />}
      {labelled && <ToolLabels id={labelled.id} name={labelled.name} onClose={() => setLabelled(null)} />}
      {isCreating && <NewTool onClose={() => setCreating(false)} />}
    </SectionContent>
  )
}
