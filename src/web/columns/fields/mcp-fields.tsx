import { useQuery } from '@tanstack/react-query'
import { inNaturalOrder } from '../../../engine/natural-order.ts'
import { queryOf } from '../../api/index.ts'
import { Field, Input, NativeSelect, NativeSelectField, TextField } from '../../design/index.ts'
import { withValueAt } from '../config.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type FormProps, textOf } from './control.ts'
import { jsonOrText } from './json-or-text.ts'

interface Tool {
  readonly name: string
  readonly description?: unknown
  readonly inputSchema?: { readonly properties?: Readonly<Record<string, unknown>> }
}

/** Chooses an MCP server and its tool, which is called for each row, and the values of the arguments. */
export function McpFields(form: FormProps) {
  const { config, problemAt, onChange } = form
  const server = config['mcp_server_id']
  const servers = useQuery(queryOf(['mcp-servers'], 'listMcpServers'))
  const listing = useQuery({
    ...queryOf(['mcp-servers', 'tools', server], 'testMcpServer', {
      params: { mcp_server_id: Number(server) },
    }),
    enabled: typeof server === 'number',
    placeholderData: undefined,
  })
  const tools = (listing.data?.tools ?? []) as readonly Tool[]
  const name = textOf(config['tool_name'])
  const tool = tools.find((tool) => tool.name === name)
  return (
    <>
      <NativeSelectField
        label="Server"
        error={problemAt('mcp_server_id') ?? servers.error?.message}
        hint={
          servers.data?.mcp_servers.length === 0
            ? 'There is no server yet. Add one in Settings, MCP servers.'
            : undefined
        }
        value={textOf(server)}
        onChange={({ target }) =>
          onChange({ mcp_server_id: target.value === '' ? undefined : Number(target.value) })
        }
        options={inNaturalOrder(servers.data?.mcp_servers ?? [], ({ name }) => name).map(({ id, name }) => [
          id,
          name,
        ])}
      >
        <option value="">Choose a server</option>
      </NativeSelectField>
      <Field
        label="Tool"
        error={problemAt('tool_name') ?? listing.error?.message ?? listing.data?.error?.message}
        hint={typeof tool?.description === 'string' ? tool.description : undefined}
      >
        {(control) =>
          tools.length > 0 ? (
            <NativeSelect
              {...control}
              value={name}
              onChange={({ target }) =>
                onChange({ ...config, tool_name: target.value || undefined, input_mappings: {} })
              }
              options={tools.map((tool) => [tool.name, tool.name])}
            >
              <option value="">Choose a tool</option>
              {name !== '' && !tool && <option value={name}>{name} (missing)</option>}
            </NativeSelect>
          ) : (
            <Input
              {...control}
              value={name}
              onChange={({ target }) => onChange({ ...config, tool_name: target.value })}
            />
          )
        }
      </Field>
      {Object.keys(tool?.inputSchema?.properties ?? mappingOf(form)).map((argument) => (
        <Argument key={argument} {...form} argument={argument} />
      ))}
    </>
  )
}

const mappingOf = ({ config }: Pick<FormProps, 'config'>) =>
  (config['input_mappings'] ?? {}) as Readonly<Record<string, unknown>>

/** A column or a fixed value; an empty argument is not sent. */
function Argument({ argument, config, columns, problemAt, onChange }: FormProps & { argument: string }) {
  const mapping = mappingOf({ config })
  const source = Object.hasOwn(mapping, argument) ? mapping[argument] : undefined
  const isFixed = typeof source === 'object' && source !== null
  const put = (next: unknown) => {
    const otherArguments = Object.entries(mapping).filter(([name]) => name !== argument)
    const all = next === undefined ? otherArguments : [...otherArguments, [argument, next] as const]
    onChange(withValueAt(config, 'input_mappings', Object.fromEntries(all)))
  }
  return (
    <>
      <Field label={argument} error={problemAt(`input_mappings.${argument}`)}>
        {(control) => (
          <ColumnChoice
            {...control}
            columns={columns}
            value={isFixed ? 'A fixed value' : textOf(source)}
            none="Not sent"
            others={['A fixed value']}
            onChange={(next) =>
              put(next === 'A fixed value' ? { static: '' } : next === '' ? undefined : next)
            }
          />
        )}
      </Field>
      {isFixed && (
        <TextField
          label={`Fixed value of ${argument}`}
          value={textOf((source as { static: unknown }).static)}
          onChange={({ target }) => put({ static: jsonOrText(target.value) })}
        />
      )}
    </>
  )
}
