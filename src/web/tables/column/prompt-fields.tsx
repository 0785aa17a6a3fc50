import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { Field } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type Config, configProblem, valueAt, withValueAt } from './config.ts'
import { NativeSelect } from './native-select.tsx'

interface Props {
  readonly config: Config
  readonly columns: readonly Column[]
  readonly error: Error | null
  readonly onChange: (config: Config) => void
}

const mostPrompts = 250
const mappings = 'prompt_template_variable_mappings'

/** Which prompt runs for each row, and which columns fill its variables. */
export function PromptFields({ config, columns, error, onChange }: Props) {
  const name = String(valueAt(config, 'template.name') ?? '')
  const version = valueAt(config, 'template.version_number')
  const label = valueAt(config, 'template.label')
  const prompts = useQuery({
    queryKey: ['prompts', 'choice'],
    queryFn: ({ signal }) =>
      call('listPrompts', {
        query: { sort_by: 'name', sort_order: 'asc', page: 1, per_page: mostPrompts },
        signal,
      }),
  })
  const read = useQuery({
    queryKey: ['prompts', 'variables', name, version, label],
    queryFn: ({ signal }) =>
      call('readRawTemplate', {
        params: { identifier: name },
        query: {
          resolve_snippets: true,
          include_llm_kwargs: false,
          ...(typeof version === 'number' && { version }),
          ...(typeof label === 'string' && { label }),
        },
        signal,
      }),
    enabled: name !== '',
    placeholderData: undefined,
  })
  const prompt = prompts.data?.prompts.find((one) => one.name === name)
  const variables = variablesOf(read.data?.prompt_template)
  const which =
    typeof version === 'number' ? `v${version}` : typeof label === 'string' ? `label ${label}` : ''
  const choose = (next: string) => {
    const template = next.startsWith('label ')
      ? { name, label: next.slice('label '.length) }
      : next === ''
        ? { name }
        : { name, version_number: Number(next.slice(1)) }
    onChange({ ...config, template })
  }
  return (
    <>
      <Field
        label="Prompt"
        error={configProblem(error, 'template') ?? prompts.error?.message ?? read.error?.message}
      >
        {(control) => (
          <NativeSelect
            {...control}
            value={name}
            onChange={({ target }) => onChange({ ...config, template: { name: target.value } })}
          >
            <option value="">Choose a prompt</option>
            {name !== '' && !prompt && <option value={name}>{name}</option>}
            {prompts.data?.prompts.map((one) => (
              <option key={one.id} value={one.name}>
                {one.name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {prompt && (
        <Field label="Version">
          {(control) => (
            <NativeSelect {...control} value={which} onChange={({ target }) => choose(target.value)}>
              <option value="">The latest</option>
              {prompt.labels.map((one) => (
                <option key={one.id} value={`label ${one.name}`}>
                  {one.name} (v{one.version} now)
                </option>
              ))}
              {Array.from({ length: prompt.latest_version }, (_none, at) => prompt.latest_version - at).map(
                (number) => (
                  <option key={number} value={`v${number}`}>
                    v{number}
                  </option>
                ),
              )}
            </NativeSelect>
          )}
        </Field>
      )}
      {variables.map((variable) => (
        <Field key={variable} label={`{${variable}}`} error={configProblem(error, `${mappings}.${variable}`)}>
          {(control) => (
            <ColumnChoice
              {...control}
              columns={columns}
              value={mappedTo(config, variable)}
              none="Nothing"
              onChange={(column) => onChange(withMapping(config, variable, column))}
            />
          )}
        </Field>
      ))}
    </>
  )
}

function variablesOf(template: unknown): readonly string[] {
  const found = (template as { input_variables?: unknown } | undefined)?.input_variables
  return Array.isArray(found) ? found.map(String) : []
}

/** Names of variables may have dots in them, so they are no paths. */
const mapped = (config: Config): Readonly<Record<string, string>> =>
  (config[mappings] as Record<string, string> | undefined) ?? {}

const mappedTo = (config: Config, variable: string): string =>
  Object.hasOwn(mapped(config), variable) ? mapped(config)[variable]! : ''

function withMapping(config: Config, variable: string, column: string): Config {
  const others = Object.entries(mapped(config)).filter(([name]) => name !== variable)
  return withValueAt(
    config,
    mappings,
    Object.fromEntries(column === '' ? others : [...others, [variable, column]]),
  )
}
