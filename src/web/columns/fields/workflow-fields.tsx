import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { WorkflowSelect, workflowQuery } from '../../choosers/index.ts'
import { Field, NativeSelectField } from '../../design/index.ts'
import { withValueAt } from '../config.ts'
import { textOf } from './control.ts'
import { type ScopedForm, type ScopedFormProps, scopedForm } from './scoped-form.ts'
import { VariableRows } from './variable-rows.tsx'

/** Chooses the workflow that runs for each row, and the columns that fill its inputs. */
export const WorkflowFields = (props: ScopedFormProps<'workflow'>) => <Workflow {...scopedForm(props)} />

function Workflow({ config, columns, problemAt, onChange, others }: ScopedForm) {
  const workflowId = textOf(config['workflow_id'])
  const version = config['workflow_version_number']
  const label = config['workflow_label']
  const workflow = useQuery(workflowQuery(workflowId)).data
  const labels = useQuery({
    ...queryOf(['workflows', 'labels', workflowId], 'listWorkflowLabels', {
      params: { workflow_id_or_name: workflowId },
    }),
    enabled: workflowId !== '',
    placeholderData: undefined,
  }).data?.release_labels
  const workflowVersion = useQuery({
    ...queryOf(['workflows', 'inputs', workflowId, version, label], 'readWorkflow', {
      params: { workflow_id_or_name: workflowId },
      query: { ...(typeof version === 'number' && { version }), ...(typeof label === 'string' && { label }) },
    }),
    enabled: workflowId !== '',
    placeholderData: undefined,
  })
  const configWithoutVersion = withValueAt(
    withValueAt(config, 'workflow_version_number', undefined),
    'workflow_label',
    undefined,
  )
  return (
    <>
      <Field label="Workflow" error={problemAt('workflow_id') ?? workflowVersion.error?.message}>
        {(control) => (
          <WorkflowSelect
            {...control}
            value={workflowId}
            onChange={(next) => onChange(withValueAt(configWithoutVersion, 'workflow_id', Number(next)))}
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
                ? configWithoutVersion
                : value.startsWith('l')
                  ? { ...configWithoutVersion, workflow_label: value.slice(1) }
                  : { ...configWithoutVersion, workflow_version_number: Number(value.slice(1)) },
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
        variables={Object.keys(workflowVersion.data?.required_input_variables ?? {})}
        mapping={(config['input_mappings'] ?? {}) as Readonly<Record<string, unknown>>}
        columns={columns}
        others={others}
        problemAt={(variable) => problemAt(`input_mappings.${variable}`)}
        onChange={(next) => onChange({ ...config, input_mappings: next })}
      />
    </>
  )
}
