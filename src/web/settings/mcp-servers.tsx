import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call, queryOf, useMay } from '../api/index.ts'
import { Badge, Button, counted } from '../design/index.ts'
import { RowConfirmButton, useChange } from '../dialogs/index.ts'
import { NewMcpServer } from './new-mcp-server.tsx'
import { AddButton, Rows, Section } from './section.tsx'

export function McpServers() {
  const { data, error, refetch } = useQuery(queryOf(['mcp-servers'], 'listMcpServers'))
  const isAdmin = useMay('admin')
  const mayTest = useMay('contributor')
  const [isAdding, setAdding] = useState(false)
  const remove = useChange((id: number) => call('deleteMcpServer', { params: { mcp_server_id: id } }), {
    keys: ['mcp-servers'],
    done: 'Server removed',
  })
  return (
    <Section
      title="MCP servers"
      changedBy="admin"
      about="Servers of tools that evaluations may call, over Streamable HTTP."
      query={{ data, error, refetch }}
      action={isAdmin && <AddButton onClick={() => setAdding(true)}>Add server</AddButton>}
    >
      <Rows
        label="MCP servers"
        heads={['Name', 'Address', 'Headers', 'State', '']}
        rows={inNaturalOrder(data?.mcp_servers ?? [], ({ name }) => name)}
        keyOf={({ id }) => id}
        empty="No servers yet."
        cells={(server) => [
          <bdi key="name" className="font-medium">
            {server.name}
          </bdi>,
          <bdi key="url" className="text-small text-ink-soft" title={server.url}>
            {server.url}
          </bdi>,
          server.headers.map(({ name }) => name).join(', '),
          mayTest && <Test key="test" id={server.id} name={server.name} />,
          isAdmin && (
            <RowConfirmButton
              key="remove"
              verb="Remove"
              name={server.name}
              consequence="Columns that use its tools fail from now on."
              onConfirm={() => remove.mutate(server.id)}
            />
          ),
        ]}
      />
      {isAdding && <NewMcpServer onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** Tests the connection to the server. */
function Test({ id, name }: { id: number; name: string }) {
  const test = useMutation({
    mutationFn: () => call('testMcpServer', { params: { mcp_server_id: id } }),
  })
  const { data, error, isPending } = test
  const problem = error?.message ?? data?.error?.message
  return (
    <span className="flex items-center gap-2">
      {data?.reached && <Badge tone="good">Works, {counted(data.tools.length, 'tool')}</Badge>}
      {problem && (
        <Badge tone="bad" title={problem} className="max-w-40">
          <span className="truncate">Failing: {problem}</span>
        </Badge>
      )}
      <Button size="small" aria-label={`Test ${name}`} isBusy={isPending} onClick={() => test.mutate()}>
        Test
      </Button>
    </span>
  )
}
