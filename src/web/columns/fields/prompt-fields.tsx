import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { PromptSelect } from '../../choosers/index.ts'
import { Field } from '../../design/index.ts'
import { blankChat } from '../../prompts/index.ts'
import { type Config, valueAt } from '../config.ts'
import { textOf } from './control.ts'
import { InlinePrompt } from './inline-prompt.tsx'
import { type ScopedForm, type ScopedFormProps, scopedForm } from './scoped-form.ts'
import { VariableRows } from './variable-rows.tsx'
import { VersionChoice } from './version-choice.tsx'

const mappings = 'prompt_template_variable_mappings'
/** The value of the choice "Write a prompt here". Names of prompts have no line breaks, so no prompt has this name. */
const inlineChoice = '\n'
const fixedChoices = [{ value: inlineChoice, label: 'Write a prompt here…' }]

/** Chooses the prompt that runs for each row, and the columns that fill its variables. */
export const PromptFields = (props: ScopedFormProps<'prompt'>) => <Prompt {...scopedForm(props)} />

function Prompt(props: ScopedForm) {
  const { config, problemAt, onChange } = props
  const isInline = config['inline_template'] !== undefined && config['inline_template'] !== null
  const identifier = textOf(valueAt(config, 'template.name') ?? valueAt(config, 'template.id'))
  const { data: prompt, error: promptError } = useQuery(latestVersionQuery(identifier))
  const name = prompt?.prompt_name ?? identifier
  const choose = (next: string) => {
    const { template: _template, inline_template: _inline, ...rest } = config
    if (next === inlineChoice)
      onChange({ ...rest, inline_template: { inline: true, prompt_template: blankChat } })
    else onChange({ ...rest, template: { name: next } })
  }
  return (
    <>
      <Field label="Prompt" error={isInline ? undefined : (problemAt('template') ?? promptError?.message)}>
        {(control) => (
          <PromptSelect
            {...control}
            withSnippets
            value={isInline ? inlineChoice : name}
            fixed={fixedChoices}
            onChange={choose}
          />
        )}
      </Field>
      {prompt && !isInline && (
        <VersionChoice
          identifier={identifier}
          latest={prompt.version}
          template={(config['template'] ?? {}) as Config}
          error={problemAt('template.version_number') ?? problemAt('template.label')}
          onChange={(template) => onChange({ ...config, template })}
        />
      )}
      {isInline ? (
        <InlinePrompt config={config} columns={props.columns} problemAt={problemAt} onChange={onChange}>
          {(names) => <Variables {...props} names={names} />}
        </InlinePrompt>
      ) : (
        identifier !== '' && <RegistryVariables {...props} name={identifier} />
      )}
    </>
  )
}

const latestVersionQuery = (identifier: string) =>
  queryOptions({
    ...queryOf(['prompts', 'latest', identifier], 'readRawTemplate', {
      params: { identifier },
      query: { resolve_snippets: false },
    }),
    enabled: identifier !== '',
    placeholderData: undefined,
  })

/** The variables of a prompt version in the registry. */
function RegistryVariables({ name, ...props }: ScopedForm & { readonly name: string }) {
  const version = valueAt(props.config, 'template.version_number')
  const label = valueAt(props.config, 'template.label')
  const promptVersion = useQuery({
    ...queryOf(['prompts', 'variables', name, version, label], 'readRawTemplate', {
      params: { identifier: name },
      query: {
        resolve_snippets: true,
        include_llm_kwargs: false,
        ...(typeof version === 'number' && { version }),
        ...(typeof label === 'string' && { label }),
      },
    }),
    placeholderData: undefined,
  })
  if (promptVersion.error) return <p className="text-small text-bad">{promptVersion.error.message}</p>
  return <Variables {...props} names={variablesOf(promptVersion.data?.prompt_template)} />
}

const Variables = ({
  names,
  config,
  columns,
  others,
  problemAt,
  onChange,
}: ScopedForm & { readonly names: readonly string[] }) => (
  <VariableRows
    variables={names}
    mapping={(config[mappings] ?? {}) as Readonly<Record<string, unknown>>}
    columns={columns}
    others={others}
    problemAt={(variable) => problemAt(`${mappings}.${variable}`)}
    onChange={(next) => onChange({ ...config, [mappings]: next })}
  />
)

function variablesOf(template: unknown): readonly string[] {
  const variables = (template as { input_variables?: unknown } | undefined)?.input_variables
  return Array.isArray(variables) ? variables.map(String) : []
}
