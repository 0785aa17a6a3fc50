import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, errorAt, errorElsewhere, invalidate, useMay } from '../../api/index.ts'
import { Button, Dialog, Problem, TextField, toast, toastProblem } from '../../design/index.ts'
import { ConfirmButton, useChange } from '../../dialogs/index.ts'
import { Plus, Trash2 } from '../../icons/index.ts'
import type { Label } from '../page/queries.ts'
import type { DynamicLabel } from './queries.ts'
import { RuleCard } from './rule-card.tsx'
import { problemOf, type RuleDraft, ruleDraftOf, ruleOf } from './rules.ts'
import { SplitResults } from './split-results.tsx'

interface Props {
  readonly promptId: number
  /** If null, a new label is edited. */
  readonly label: DynamicLabel | null
  readonly labels: readonly Label[]
  readonly versions: readonly number[]
  readonly onClose: () => void
}

/** Splits the reads of a prompt between versions, and shows the figures of each version. */
export function DynamicLabelEditor({ promptId, label, labels, versions, onClose }: Props) {
  const readOnly = !useMay('publisher')
  const first = labels[0] ? `label ${labels[0].name}` : `version ${versions[0] ?? 1}`
  const [name, setName] = useState(label?.name ?? '')
  const [stickyKey, setStickyKey] = useState(label?.sticky_key ?? '')
  const [rules, setRules] = useState<readonly RuleDraft[]>(
    () =>
      label?.rules.map(ruleDraftOf) ?? [{ segment: null, splits: [{ target: first, percentage: '100' }] }],
  )
  const closeWith = (message: string) => {
    toast(message)
    void invalidate(['prompt', String(promptId)], 'dynamic-labels')
    onClose()
  }
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), sticky_key: stickyKey.trim() || null, rules: rules.map(ruleOf) }
      return label
        ? call('updateDynamicLabel', { params: { dynamic_label_id: label.id }, body })
        : call('createDynamicLabel', { body: { prompt_id: promptId, ...body } })
    },
    onSuccess: ({ dynamic_label }) => closeWith(`${dynamic_label.name} saved`),
  })
  const remove = useChange(() => call('deleteDynamicLabel', { params: { dynamic_label_id: label!.id } }), {
    onSuccess: () => closeWith(`${label!.name} deleted`),
  })
  const content = JSON.stringify([name, stickyKey, rules])
  const [opened] = useState(content)
  const [isLeaving, setLeaving] = useState(false)
  const close = () => (content === opened ? onClose() : setLeaving(true))
  const problem = rules.map(problemOf).find((text) => text !== null) ?? null
  const press = () => {
    const reason = name.trim() === '' ? 'Enter a name.' : problem
    if (reason) toastProblem(`Not saved. ${reason}`)
    else save.mutate()
  }
  const elsewhere = errorElsewhere(save.error, ['name', 'sticky_key'])
  const swap = (index: number, other: number) =>
    setRules(rules.with(index, rules[other]!).with(other, rules[index]!))
  const defaultRule = rules.length - 1
  const addSegment = () =>
    setRules(
      rules.toSpliced(defaultRule, 0, {
        segment: [{ key: '', values: '' }],
        splits: [{ target: first, percentage: '100' }],
      }),
    )
  return (
    <Dialog
      onClose={close}
      title={label ? `Dynamic label ${label.name}` : 'New dynamic label'}
      description="The first rule that matches the metadata of a read decides which version it gets."
      wide
      actions={
        <>
          {label && !readOnly && (
            <ConfirmButton
              className="mr-auto"
              verb="Delete"
              name={label.name}
              consequence="Applications that read the label get an error (404)."
              onConfirm={() => remove.mutate()}
            >
              <Trash2 />
              Delete
            </ConfirmButton>
          )}
          <Button onClick={close}>{readOnly ? 'Close' : 'Cancel'}</Button>
          {!readOnly && (
            <Button kind="primary" isBusy={save.isPending} onClick={press}>
              Save label
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {elsewhere && <Problem error={elsewhere} className="m-0" />}
        {label && <SplitResults label={label} labels={labels} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            value={name}
            placeholder="canary"
            autoComplete="off"
            readOnly={readOnly}
            error={errorAt(save.error, 'name')}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="Sticky key"
            value={stickyKey}
            placeholder="user_id"
            autoComplete="off"
            readOnly={readOnly}
            hint="Reads with the same value of this metadata key get the same version."
            error={errorAt(save.error, 'sticky_key')}
            onChange={({ target }) => setStickyKey(target.value)}
          />
        </div>
        {rules.map((rule, index) => (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ids; their fields are controlled and hold no state.
            key={index}
            number={index + 1}
            rule={rule}
            labels={labels}
            versions={versions}
            readOnly={readOnly}
            onChange={(next) => setRules(rules.with(index, next))}
            onRemove={index === defaultRule ? null : () => setRules(rules.toSpliced(index, 1))}
            onUp={index > 0 ? () => swap(index, index - 1) : null}
            onDown={index < defaultRule - 1 ? () => swap(index, index + 1) : null}
          />
        ))}
        {!readOnly && (
          <Button size="small" className="self-start" onClick={addSegment}>
            <Plus />
            Add segment
          </Button>
        )}
      </div>
      {isLeaving && (
        <Dialog
          onClose={() => setLeaving(false)}
          title="Leave without saving?"
          actions={
            <>
              <Button onClick={() => setLeaving(false)}>Stay</Button>
              <Button kind="danger" onClick={onClose}>
                Discard changes
              </Button>
            </>
          }
        >
          <p>The changes of this label are not saved.</p>
        </Dialog>
      )}
    </Dialog>
  )
}
