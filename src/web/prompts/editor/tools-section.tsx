import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { inNaturalOrder } from '../../../engine/natural-order.ts'
import type { ChatTemplate, Tool } from '../../../engine/template/blueprint/index.ts'
import { call } from '../../api/index.ts'
import { Badge, Button, Menu, MenuItem, MenuSeparator, Select } from '../../design/index.ts'
import { JsonEditor } from './lazy-json-editor.tsx'
import { Section } from './section.tsx'
import { useListKeys } from './use-list-keys.ts'

interface Props {
  readonly template: ChatTemplate
  readonly readOnly: boolean
  readonly onChange: (template: ChatTemplate) => void
  readonly onValidity: (part: string, isValid: boolean) => void
}

const blankFunction: Tool = {
  type: 'function',
  function: {
    name: 'new_tool',
    description: '',
    strict: false,
    parameters: { type: 'object', properties: {} },
  },
}

const choices = [
  { value: 'default', label: 'Provider’s default' },
  { value: 'auto', label: 'Model decides' },
  { value: 'required', label: 'Must call one' },
  { value: 'none', label: 'Calls none' },
] as const

/** The functions that the model may call, and references to the workspace's tools. */
export function ToolsSection({ template, readOnly, onChange, onValidity }: Props) {
  const tools = template.tools ?? []
  const keys = useListKeys(tools.length)
  const registry = useQuery({ queryKey: ['tools'], queryFn: () => call('listTools', { query: {} }) })
  const known = inNaturalOrder(registry.data?.tool_registries ?? [], ({ name }) => name)
  const set = (next: Tool[]) => onChange({ ...template, tools: next.length > 0 ? next : null })
  const add = (tool: Tool) => {
    keys.insert(tools.length)
    set([...tools, tool])
  }
  const remove = (index: number) => {
    keys.remove(index)
    set(tools.toSpliced(index, 1))
  }
  const choice = choices.find(({ value }) => value === template.tool_choice)?.value ?? 'default'
  return (
    <Section title="Tools" count={tools.length}>
      {tools.map((tool, index) => (
        <div key={keys.list[index]} className="flex flex-col gap-1">
          <div className="flex items-center gap-2">
            <Badge>{tool.type}</Badge>
            <bdi className="truncate font-mono text-small">{nameOf(tool, known)}</bdi>
            {!readOnly && (
              <Button
                kind="quiet"
                size="small-icon"
                className="ml-auto"
                aria-label={`Remove tool ${index + 1}`}
                onClick={() => remove(index)}
              >
                <Trash2 />
              </Button>
            )}
          </div>
          {tool.type === 'function' && (
            <JsonEditor
              label={`Definition of tool ${index + 1}`}
              value={tool.function}
              readOnly={readOnly}
              onChange={(value) => set(tools.with(index, { ...tool, function: value as never }))}
              onValidity={(isValid) => onValidity(`tool ${keys.list[index]}`, isValid)}
            />
          )}
        </div>
      ))}
      {!readOnly && (
        <div className="flex items-center gap-2">
          <Menu
            trigger={
              <Button size="small">
                <Plus />
                Add tool
              </Button>
            }
          >
            <MenuItem onSelect={() => add(blankFunction)}>Function, written here</MenuItem>
            {known.length > 0 && <MenuSeparator />}
            {known.map(({ id, name }) => (
              <MenuItem key={id} onSelect={() => add({ type: 'registry', tool_registry_id: id })}>
                {name}
              </MenuItem>
            ))}
          </Menu>
          {tools.length > 0 && (
            <Select
              label="Which tool is called"
              value={choice}
              choices={choices}
              onChange={(next) => onChange({ ...template, tool_choice: next === 'default' ? null : next })}
            />
          )}
        </div>
      )}
    </Section>
  )
}

function nameOf(tool: Tool, known: readonly { id: number; name: string }[]): string {
  if (tool.type === 'function') return tool.function.name
  if (tool.type === 'registry')
    return known.find(({ id }) => id === tool.tool_registry_id)?.name ?? `tool ${tool.tool_registry_id}`
  return tool.name
}
