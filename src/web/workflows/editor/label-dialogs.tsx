import { useQuery } from '@tanstack/react-query'
import { call, invalidate } from '../../api/index.ts'
import { Problem, Skeleton } from '../../design/index.ts'
import { FormDialog, NameDialog, useChange, useFormChange } from '../../dialogs/index.ts'
import { definitionOf } from '../definition/definition.ts'
import { versionQuery, type WorkflowLabel, workflowKey } from '../queries.ts'
import { changesOf } from './changes.ts'

const refresh = (id: number) => invalidate(workflowKey(id), 'workflows')

interface OfLabel {
  readonly id: number
  readonly label: WorkflowLabel
  readonly onClose: () => void
}

/** Shows what changes for applications that run the label, and moves it. */
export function MoveLabel({ id, label, to, onClose }: OfLabel & { readonly to: number }) {
  const { release_label: name, release_label_id: label_id, workflow_version_number: from } = label
  const before = useQuery(versionQuery(id, from))
  const after = useQuery(versionQuery(id, to))
  const move = useChange(
    (version_number: number) =>
      call('moveWorkflowLabel', { params: { workflow_id: id, label_id }, body: { version_number } }),
    {
      done: ({ label: { workflow_version_number: at } }) => [
        `${name} moved to v${at}`,
        at === to ? { undo: () => move.mutate(from) } : {},
      ],
      onSuccess: async () => {
        onClose()
        await refresh(id)
      },
    },
  )
  const problem = before.error ?? after.error
  const changes = before.data && after.data && changesOf(definitionOf(before.data), definitionOf(after.data))
  return (
    <FormDialog
      title={`Move ${name} from v${from} to v${to}`}
      description={`Runs with the label ${name} use v${to} from then on.`}
      verb={`Move ${name}`}
      isReady={changes !== undefined}
      state={{ isPending: move.isPending, error: null }}
      onSubmit={() => move.mutate(to)}
      onClose={onClose}
    >
      {problem && <Problem error={problem} className="m-0" />}
      {!changes && !problem && <Skeleton className="h-12" />}
      {changes && (
        <ul aria-label="Changes" className="flex flex-col gap-0.5 text-small text-ink-soft">
          {changes.length === 0 && <li>Both versions are the same.</li>}
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

export function DeleteLabel({ id, label, onClose }: OfLabel) {
  const { release_label: name, release_label_id: label_id } = label
  const remove = useFormChange(() => call('deleteWorkflowLabel', { params: { workflow_id: id, label_id } }), {
    done: () => `${name} deleted`,
    onSuccess: async () => {
      onClose()
      await refresh(id)
    },
  })
  return (
    <FormDialog
      title={`Delete the label ${name}`}
      verb="Delete label"
      isDanger
      state={remove}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Runs with the label {name} are refused from then on. The version stays.</p>
    </FormDialog>
  )
}

export function NewLabel({ id, version, onClose }: Omit<OfLabel, 'label'> & { readonly version: number }) {
  const create = useFormChange(
    (name: string) =>
      call('createWorkflowLabel', {
        params: { workflow_id: id },
        body: { name, version_number: version },
      }),
    {
      done: ({ label }) => `${label.release_label} points at v${version}`,
      onSuccess: async () => {
        onClose()
        await refresh(id)
      },
    },
  )
  return (
    <NameDialog
      title={`New label for v${version}`}
      description="Applications run the workflow by its label, such as prod."
      verb="Create label"
      state={create}
      onName={create.mutate}
      onClose={onClose}
    />
  )
}
