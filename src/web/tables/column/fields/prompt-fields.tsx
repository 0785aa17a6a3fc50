import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/index.ts'
import { Field } from '../../../design/index.ts'
import { type Config, valueAt, withValueAt } from '../config.ts'
import type { FieldOf } from '../field-of.ts'
import { loopNames } from '../references.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type FormProps, textOf } from './control.ts'
import { NativeSelect } from './native-select.tsx'
import { VariableRows } from './variable-rows.tsx'

type Props = FormProps & { readonly field: Extract<FieldOf, { kind: 'prompt' }> }

const mostPrompts = 250
const mappings = 'prompt_template_variable_mappings'

/** Which prompt runs for each row, and which columns fill its variables; inside a loop it is a part of the config. */
export function PromptFields({ field, ...form }: Props) {
  if (!field.inLoop) return <Prompt {...form} others={[]} />
  const { path } = field
  return (
    <Prompt
      {...form}
      config={(valueAt(form.config, path) ?? {}) as Config}
      problemAt={(inside) => form.problemAt(`${path}.${inside}`)}
      onChange={(next) => form.onChange(withValueAt(form.config, path, next))}
      others={loopNames}
    />
  )
}

function Prompt({ config, columns, problemAt, onChange, others }: FormProps & { others: readonly string[] }) {
  const name = textOf(valueAt(config, 'template.name'))
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
  const mapping = (config[mappings] ?? {}) as Readonly<Record<string, unknown>>
  const choose = (next: string) => onChange({ ...config, template: { name, ...versionNamed(next) } })
  return (
    <>
      <Field label="Prompt" error={problemAt('template') ?? prompts.error?.message ?? read.error?.message}>
        {(control) => (
          <NativeSelect
            {...control}
            value={name}
            onChange={({ target }) =>
              onChange(
                target.value === ''
                  ? withValueAt(config, 'template', undefined)
                  : { ...config, template: { name: target.value } },
              )
            }
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
            <NativeSelect
              {...control}
              value={nameOfVersion(version, label)}
              onChange={({ target }) => choose(target.value)}
            >
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
      <VariableRows
        variables={variablesOf(read.data?.prompt_template)}
        mapping={mapping}
        columns={columns}
        others={others}
        problemAt={(variable) => problemAt(`${mappings}.${variable}`)}
        onChange={(next) => onChange({ ...config, [mappings]: next })}
      />
      {prompt && (
        <Field
          label="Conversation so far"
          hint="A column with a list of messages, put where the prompt has its placeholder."
          error={problemAt('chat_history_source')}
        >
          {(control) => (
            <ColumnChoice
              {...control}
              columns={columns}
              value={textOf(config['chat_history_source'])}
              none="None"
              onChange={(next) => onChange(withValueAt(config, 'chat_history_source', next || undefined))}
            />
          )}
        </Field>
      )}
    </>
  )
}

const nameOfVersion = (version: unknown, label: unknown): string =>
  typeof version === 'number' ? `v${version}` : typeof label === 'string' ? `label ${label}` : ''

function versionNamed(name: string): object {
  if (name === '') return {}
  return name.startsWith('label ')
    ? { label: name.slice('label '.length) }
    : { version_number: Number(name.slice(1)) }
}

function variablesOf(template: unknown): readonly string[] {
  const found = (template as { input_variables?: unknown } | undefined)?.input_variables
  return Array.isArray(found) ? found.map(String) : []
}
