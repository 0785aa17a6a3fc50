import { useQuery } from '@tanstack/react-query'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call } from '../api/index.ts'
import { CopyButton, Time } from '../design/index.ts'
import { Rows, Section } from './section.tsx'

export function Tools() {
  const { data, error, refetch } = useQuery({
    queryKey: ['tools'],
    queryFn: () => call('listTools', { query: {} }),
  })
  return (
    <Section
      title="Tools"
      about="The workspace’s tool registry: prompts refer to these, and what they run is versioned."
      isLoading={!data}
      error={error}
      onRetry={refetch}
    >
      <Rows
        label="Tools"
        heads={['Name', 'Description', 'Changed', '']}
        rows={inNaturalOrder(data?.tool_registries ?? [], ({ name }) => name)}
        keyOf={({ id }) => id}
        empty="No tools yet. POST one to /api/public/v2/tool-registry."
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
    </Section>
  )
}
