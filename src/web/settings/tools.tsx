import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call, useMay } from '../api/index.ts'
import { CopyButton, Time } from '../design/index.ts'
import { NewTool } from './new-tool.tsx'
import { AddButton, Rows, Section } from './section.tsx'

export function Tools() {
  const mayChange = useMay('contributor')
  const [isCreating, setCreating] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['tools'],
    queryFn: () => call('listTools', { query: {} }),
  })
  return (
    <Section
      title="Tools"
      about="Functions that models may call. Prompts refer to them, and each change is a version."
      isLoading={!data}
      error={error}
      onRetry={refetch}
      action={mayChange && <AddButton onClick={() => setCreating(true)}>New tool</AddButton>}
    >
      <Rows
        label="Tools"
        heads={['Name', 'Description', 'Changed', '']}
        rows={inNaturalOrder(data?.tool_registries ?? [], ({ name }) => name)}
        keyOf={({ id }) => id}
        empty="No tools yet."
        cells={(tool) => [
          <code key="name" className="text-small font-medium">
            {tool.name}
          </code>,
          <bdi key="about" className="text-ink-soft" title={tool.description ?? undefined}>
            {tool.description}
          </bdi>,
          <Time key="at" at={tool.updated_at} />,
          <CopyButton key="id" what={`id of ${tool.name}`} text={String(tool.id)} />,
        ]}
      />
      {isCreating && <NewTool onClose={() => setCreating(false)} />}
    </Section>
  )
}
