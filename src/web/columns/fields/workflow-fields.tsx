import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { WorkflowSelect, workflowQuery } from '../../choosers/index.ts'
import { Field, NativeSelectField } from '../../design/index.ts'
import { withValueAt } from '../config.ts'
import { textOf } from './control.ts'
import { type OwnForm, type OwnFormProps, ownForm } from './own-form.ts'
import { VariableRows } from './variable-rows.tsx'

/** Chooses the workflow that runs for each row, and the columns that fill its inputs. */
export const WorkflowFields = (props: OwnFormProps<'workflow'>) => <Workflow {...ownForm(props)} />

function Workflow({ config, columns, problemAt, onChange, others }: OwnForm) {
  const chosen = textOf(config['workflow_id'])
  const version = config['workflow_version_number']
  const label = config['workflow_label']
  const workflow = useQuery(workflowQuery(chosen)).data
  const labels = useQuery({
    ...queryOf(['workflows', 'labels', chosen], 'listWorkflowLabels', {
      params: { workflow_id_or_name: chosen },
    }),
    enabled: chosen !== '',
    placeholderData: undefined,
  }).data?.release_labels
  const read = useQuery({
    ...queryOf(['workflows', 'inputs', chosen, version, label], 'readWorkflow', {
      params: { workflow_id_or_name: chosen },
      query: { ...(typeof version === 'number' && { version }), ...(typeof label === 'string' && { label }) },
    }),
    enabled: chosen !== '',
    placeholderData: undefined,
  })
  const bare = withValueAt(
    withValueAt(config, 'workflow_version_number', undefined),
    'workflow_label',
    undefined,
  )
  return (
    <>
      <Field label="Workflow" error={problemAt('workflow_id') ?? read.error?.message}>
        {(control) => (
          <WorkflowSelect
            {...control}
            value={chosen}
            onChange={(next) => onChange(withValueAt(bare, 'workflow_id', Number(next)))}
          />
        )}
      </Field>
      {workflow && (
        <NativeSelectField
          label="Version"
          value={typeof version === 'number' ? `v${version}` : typeof label === 'string' ? `l${label}` : ''}
          onChange={({ target: { value } }) =>
            onChange(
              value === ''
                ? bare
                : value.startsWith('l')
                  ? { ...bare, workflow_label: value.slice(1) }
                  : { ...bare, workflow_version_number: Number(value.slice(1)) },
            )
          }
          options={Array.from({ length: workflow.version }, (_none, index) => index + 1)
            .reverse()
            .map((number) => [`v${number}`, `v${number}`] as const)}
        >
          <option value="">Latest (v{workflow.version} now)</option>
          {labels?.map(({ release_label: name }) => (
            <option key={name} value={`l${name}`}>
              {name}
            </option>
          ))}
        </NativeSelectField>
      )}
      <VariableRows
        variables={Object.keys(read.data?.required_input_variables ?? {})}
        mapping={(config['input_mappings'] ?? {}) as Readonly<Record<string, unknown>>}
        columns={columns}
        others={others}
        problemAt={(variable) => problemAt(`input_mappings.${variable}`)}
        onChange={(next) => onChange({ ...config, input_mappings: next })}
      />
    </>
  )
}
