import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, errorAt, errorElsewhere } from '../../api/index.ts'
import { Button, Dialog, Field, Problem, Select, Skeleton, TextField, toast } from '../../design/index.ts'
import { VersionDiff } from '../compare/version-diff.tsx'
import { LabelBadge } from '../label-badge.tsx'
import { labelsQuery, type SavedVersion, versionQuery } from '../page/queries.ts'
import { useMoveLabel } from './use-move-label.ts'

interface Props {
  readonly promptId: string
  readonly to: SavedVersion
  readonly onClose: () => void
}

const another = ' new'

/** What a release would change, before it does. */
export function MoveLabel({ promptId, to, onClose }: Props) {
  const client = useQueryClient()
  const { data: labels } = useQuery(labelsQuery(promptId))
  const movable = labels?.filter(({ version }) => version !== to.number) ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const choice = picked ?? (labels ? String(movable[0]?.id ?? another) : '')
  const [name, setName] = useState(labels?.length === 0 ? 'prod' : '')
  const label = movable.find(({ id }) => String(id) === choice)
  const from = useQuery({ ...versionQuery(promptId, label?.version), enabled: label !== undefined })
  const move = useMoveLabel(promptId)
  const create = useMutation({
    mutationFn: () =>
      call('createLabel', {
        params: { prompt_id: to.promptId },
        body: { name, prompt_version_number: to.number },
      }),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: ['prompt', promptId] })
      void client.invalidateQueries({ queryKey: ['prompts'] })
      toast(`${made.name} set to v${to.number}`)
      onClose()
    },
  })
  const confirm = () => {
    if (!label) return create.mutate()
    move({ label, to: to.number })
    onClose()
  }
  const problem = errorElsewhere(create.error, ['name'])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Release v${to.number}`}
      description="Applications that ask for the label are served this version from then on."
      wide
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={(!label && name === '') || create.isPending} onClick={confirm}>
            {label ? `Move ${label.name} here` : 'Set label'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Problem error={problem} className="m-0" />}
        <div className="flex items-end gap-3">
          <Field label="Label">
            {({ id }) => (
              <Select
                id={id}
                value={choice}
                choices={[
                  ...movable.map((one) => ({
                    value: String(one.id),
                    label: `${one.name} · v${one.version}`,
                  })),
                  { value: another, label: 'New label' },
                ]}
                onChange={setPicked}
                className="w-56"
              />
            )}
          </Field>
          {choice === another && (
            <TextField
              label="Name"
              value={name}
              placeholder="prod"
              onChange={(event) => setName(event.target.value)}
              error={errorAt(create.error, 'name')}
            />
          )}
          {label && (
            <p className="flex h-7 items-center gap-2">
              <LabelBadge name={label.name} />
              <span className="tabular-nums">
                v{label.version} → v{to.number}
              </span>
            </p>
          )}
        </div>
        {label && from.data && <VersionDiff before={from.data} after={to} />}
        {label && !from.data && !from.error && <Skeleton className="h-32" />}
      </div>
    </Dialog>
  )
}
