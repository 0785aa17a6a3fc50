import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ChatTemplate, Tool } from '../../../engine/template/blueprint/index.ts'
import { queryOf } from '../../api/index.ts'
import {
  Badge,
  Button,
  Menu,
  MenuItem,
  MenuSeparator,
  Select,
  Skeleton,
  TipButton,
} from '../../design/index.ts'
import { Plus, Trash2 } from '../../icons/index.ts'
import { FunctionTool, RegistryTool } from './schema/lazy.ts'
import { Section } from './section.tsx'
import { useItems } from './use-items.ts'

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
  { value: 'default', label: 'Default tool choice' },
  { value: 'auto', label: 'Model decides' },
  { value: 'required', label: 'Must call a tool' },
  { value: 'none', label: 'Calls no tool' },
] as const

/** `inNaturalOrder` would be a script of its own in the first load of a prompt. */
const byName = new Intl.Collator('en', { numeric: true })

const addTool = (
  <>
    <Plus />
    Add tool
  </>
)

/** The functions that the model may call, and references to the workspace's tools. */
export function ToolsSection({ template, readOnly, onChange, onValidity }: Props) {
  const tools = template.tools ?? []
  const registry = useQuery(queryOf(['tools'], 'listTools', { query: {} }))
  const registryTools = (registry.data?.tool_registries ?? []).toSorted((a, b) =>
    byName.compare(a.name, b.name),
  )
  const setTools = (next: Tool[]) => onChange({ ...template, tools: next.length > 0 ? next : null })
  const { keys, add, remove } = useItems(tools, setTools)
  const choice = choices.find(({ value }) => value === template.tool_choice)?.value ?? 'default'
  return (
    <Section title="Tools" count={tools.length}>
      {tools.map((tool, index) => {
        const head = (
          <>
            <Badge>{tool.type}</Badge>
            <bdi className="min-w-0 truncate font-mono text-small">{nameOf(tool, registryTools)}</bdi>
            {!readOnly && (
              <TipButton
                tip="Remove tool"
                label={`Remove tool ${index + 1}`}
                onClick={() => remove(index, `Tool ${nameOf(tool, registryTools)}`)}
              >
                <Trash2 />
              </TipButton>
            )}
          </>
        )
        return (
          <section
            key={keys[index]}
            aria-label={`Tool ${index + 1}`}
            className="flex flex-col gap-2 rounded-md border p-2.5"
          >
            {tool.type === 'function' ? (
              <Suspense fallback={<Skeleton className="h-24" />}>
                <FunctionTool
                  label={`tool ${index + 1}`}
                  definition={tool.function}
                  readOnly={readOnly}
                  head={head}
                  onChange={(definition) => setTools(tools.with(index, { ...tool, function: definition }))}
                  onValidity={(isValid) => onValidity(`tool ${keys[index]}`, isValid)}
                />
              </Suspense>
            ) : (
              <div className="flex items-center gap-2">{head}</div>
            )}
            {tool.type === 'registry' && (
              <Suspense fallback={<Skeleton className="h-16" />}>
                <RegistryTool
                  tool={tool}
                  readOnly={readOnly}
                  onCopy={(definition) =>
                    setTools(tools.with(index, { type: 'function', function: definition }))
                  }
                />
              </Suspense>
            )}
          </section>
        )
      })}
      {!readOnly && (
        <div className="flex items-center gap-2">
          {registry.data && registryTools.length === 0 ? (
            <Button size="small" onClick={() => add(blankFunction)}>
              {addTool}
            </Button>
          ) : (
            <Menu trigger={<Button size="small">{addTool}</Button>}>
              <MenuItem onSelect={() => add(blankFunction)}>New function</MenuItem>
              <MenuSeparator />
              <p className="px-2 py-1 text-small text-ink-faint">Tools of the workspace</p>
              {registry.error && (
                // An alert cannot stand in a menu.
                <MenuItem onSelect={() => void registry.refetch()}>Not loaded. Retry</MenuItem>
              )}
              {registryTools.map(({ id, name }) => (
                <MenuItem key={id} onSelect={() => add({ type: 'registry', tool_registry_id: id })}>
                  {name}
                </MenuItem>
              ))}
            </Menu>
          )}
          {tools.length > 0 && (
            <Select
              label="Tool choice"
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

function nameOf(tool: Tool, registryTools: readonly { id: number; name: string }[]): string {
  if (tool.type === 'function') return tool.function.name
  if (tool.type === 'registry')
    return (
      registryTools.find(({ id }) => id === tool.tool_registry_id)?.name ?? `tool ${tool.tool_registry_id}`
    )
  return tool.name
}
