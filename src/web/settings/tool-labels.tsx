import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Answer, call, errorAt, invalidate, queryOf, useMay } from '../api/index.ts'
import {
  Badge,
  Button,
  Dialog,
  Form,
  IconButton,
  Menu,
  MenuItem,
  NativeSelectField,
  Problem,
  Skeleton,
  TextField,
  toast,
  toastProblem,
} from '../design/index.ts'
import { useChange, useFormChange } from '../dialogs/values.ts'
import { ChevronDown, Trash2 } from '../icons/index.ts'

type Label = Answer<'readTool'>['tool_registry']['labels'][number]

interface Props {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** The release labels of a tool. A change applies at once to prompts that name the label, and can be undone. */
export function ToolLabels({ id, name, onClose }: Props) {
  const mayChange = useMay('publisher')
  const identifier = String(id)
  const { data, error, refetch } = useQuery(
    queryOf(['tools', id], 'readTool', { params: { identifier }, query: {} }),
  )
  const refresh = () => invalidate('tools')
  const create = useFormChange(
    (body: { name: string; version_number: number }) =>
      call('createToolLabel', { params: { identifier }, body }),
    { done: ({ label }) => `${label.name} points at v${label.version_number}`, onSuccess: refresh },
  )
  const move = useChange(
    ({ label, to }: { label: Label; to: number }) =>
      call('moveToolLabel', { params: { identifier, label_id: label.id }, body: { version_number: to } }),
    {
      onSuccess: (_answer, { label, to }) => {
        const undo = () => move.mutate({ label: { ...label, version_number: to }, to: label.version_number })
        toast(`${label.name} moved to v${to}`, { undo })
        void refresh()
      },
    },
  )
  const remove = useChange(
    (label: Label) => call('deleteToolLabel', { params: { identifier, label_id: label.id } }),
    {
      onSuccess: (_answer, label) => {
        const { name: labelName, version_number } = label
        const undo = () => create.mutate({ name: labelName, version_number }, { onError: toastProblem })
        toast(`${labelName} deleted`, { undo })
        void refresh()
      },
    },
  )
  const tool = data?.tool_registry
  const latest = tool?.version?.version_number ?? 1
  const isBusy = move.isPending || remove.isPending
  return (
    <Dialog
      onClose={onClose}
      title={`Labels of ${name}`}
      description="Prompts that name a label of the tool use its version. A change applies from their next call."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {error && <Problem error={error} onRetry={refetch} className="m-0" />}
      {!tool && !error && <Skeleton className="h-20" />}
      {tool && (
        <ul aria-label="Labels" className="flex flex-col gap-1">
          {tool.labels.length === 0 && <li className="text-ink-soft">The tool has no labels.</li>}
          {tool.labels.map((label) => (
            <li key={label.id} className="flex h-8 items-center gap-2">
              <Badge tone="accent">
                <bdi>{label.name}</bdi>
              </Badge>
              {mayChange && latest > 1 ? (
                <Menu
                  align="start"
                  trigger={
                    <Button
                      size="small"
                      disabled={isBusy}
                      aria-label={`Move ${label.name} from v${label.version_number}`}
                    >
                      v{label.version_number}
                      <ChevronDown />
                    </Button>
                  }
                >
                  {versionsTo(latest)
                    .filter((version) => version !== label.version_number)
                    .map((version) => (
                      <MenuItem key={version} onSelect={() => move.mutate({ label, to: version })}>
                        Move to v{version}
                        {version === latest && ', the newest'}
                      </MenuItem>
                    ))}
                </Menu>
              ) : (
                <span className="tabular-nums">v{label.version_number}</span>
              )}
              {mayChange && (
                <IconButton
                  label={`Delete label ${label.name}`}
                  className="ml-auto"
                  disabled={isBusy}
                  onClick={() => remove.mutate(label)}
                >
                  <Trash2 />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {tool && mayChange && (
        <NewLabel
          key={tool.labels.length}
          latest={latest}
          isBusy={create.isPending}
          error={create.error}
          onCreate={create.mutate}
        />
      )}
    </Dialog>
  )
}

/** Versions are numbered without gaps. */
const versionsTo = (latest: number): number[] => Array.from({ length: latest }, (_, index) => latest - index)

interface NewLabelProps {
  readonly latest: number
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onCreate: (label: { name: string; version_number: number }) => void
}

function NewLabel({ latest, isBusy, error, onCreate }: NewLabelProps): ReactNode {
  const [version, setVersion] = useState(latest)
  const nameError = errorAt(error, 'name')
  return (
    <Form
      label="Add a label"
      className="mt-4 flex-row items-end gap-2 border-t pt-4 max-sm:flex-wrap"
      onSubmit={({ name = '' }) => onCreate({ name: name.trim(), version_number: version })}
    >
      <TextField label="New label" name="name" placeholder="prod" autoComplete="off" error={nameError} />
      <NativeSelectField
        label="Version"
        value={version}
        onChange={({ target }) => setVersion(Number(target.value))}
        options={versionsTo(latest).map((number) => [number, `v${number}`])}
      />
      <Button type="submit" isBusy={isBusy}>
        Add label
      </Button>
      {error && !nameError && <Problem error={error} className="m-0" />}
    </Form>
  )
}
