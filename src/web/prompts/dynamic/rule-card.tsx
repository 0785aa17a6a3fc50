import { Button, IconButton, Input, Select, TipButton } from '../../design/index.ts'
import { ArrowDown, ArrowUp, Plus, Trash2 } from '../../icons/index.ts'
import type { Label } from '../page/queries.ts'
import { problemOf, type RuleDraft, withEvenShares } from './rules.ts'
import { SplitBar, splitColor } from './split-bar.tsx'

interface Props {
  readonly number: number
  readonly rule: RuleDraft
  readonly labels: readonly Label[]
  readonly versions: readonly number[]
  readonly readOnly: boolean
  readonly onChange: (rule: RuleDraft) => void
  /** Null for the last rule, which cannot be removed. */
  readonly onRemove: (() => void) | null
  readonly onUp: (() => void) | null
  readonly onDown: (() => void) | null
}

/** The segment of a rule, and the shares of its versions. */
export function RuleCard({ number, rule, labels, versions, readOnly, onChange, ...actions }: Props) {
  const { segment, splits } = rule
  const problem = problemOf(rule)
  const name = segment === null ? 'All other reads' : `Segment ${number}`
  const targets = [
    ...labels.map((label) => ({
      value: `label ${label.name}`,
      label: `${label.name}, now v${label.version}`,
      version: label.version,
    })),
    ...versions.map((version) => ({ value: `version ${version}`, label: `v${version}`, version })),
  ]
  const setSplit = (index: number, change: object) =>
    onChange({ ...rule, splits: splits.with(index, { ...splits[index]!, ...change }) })
  const setCondition = (index: number, change: object) =>
    onChange({ ...rule, segment: segment!.with(index, { ...segment![index]!, ...change }) })
  const unused = targets.filter(({ value }) => splits.every(({ target }) => target !== value))
  const servedVersions = new Set(
    targets.filter((target) => !unused.includes(target)).map(({ version }) => version),
  )
  // A split between a label and the version that it points at would serve one version only.
  const unusedTarget = unused.find(({ version }) => !servedVersions.has(version)) ?? unused[0]
  return (
    <section aria-label={name} className="flex flex-col gap-3 rounded-lg border bg-surface p-3">
      <header className="flex items-center gap-1">
        <h3 className="mr-auto font-semibold">{name}</h3>
        {actions.onRemove && !readOnly && (
          <>
            <IconButton label={`Move ${name} up`} disabled={!actions.onUp} onClick={() => actions.onUp?.()}>
              <ArrowUp />
            </IconButton>
            <IconButton
              label={`Move ${name} down`}
              disabled={!actions.onDown}
              onClick={() => actions.onDown?.()}
            >
              <ArrowDown />
            </IconButton>
            <TipButton tip="Remove segment" label={`Remove ${name}`} onClick={actions.onRemove}>
              <Trash2 />
            </TipButton>
          </>
        )}
      </header>
      {segment?.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids; their fields are controlled and hold no state.
        <div key={index} className="flex flex-wrap items-center gap-1.5">
          <span className="w-16 text-small text-ink-soft">{index === 0 ? 'Reads with' : 'and'}</span>
          <Input
            aria-label={`Metadata key ${index + 1} of ${name}`}
            placeholder="metadata key"
            className="w-36 font-mono text-small"
            readOnly={readOnly}
            value={condition.key}
            onChange={({ target }) => setCondition(index, { key: target.value })}
          />
          <span className="text-small text-ink-soft">one of</span>
          <Input
            aria-label={`Values ${index + 1} of ${name}`}
            placeholder="trial, free"
            className="w-48 min-w-0 flex-1 font-mono text-small"
            readOnly={readOnly}
            value={condition.values}
            onChange={({ target }) => setCondition(index, { values: target.value })}
          />
          {!readOnly && (
            <IconButton
              label={`Remove metadata key ${index + 1} of ${name}`}
              disabled={segment.length === 1}
              onClick={() => onChange({ ...rule, segment: segment.toSpliced(index, 1) })}
            >
              <Trash2 />
            </IconButton>
          )}
        </div>
      ))}
      {segment && !readOnly && (
        <Button
          kind="quiet"
          size="small"
          className="self-start"
          onClick={() => onChange({ ...rule, segment: [...segment, { key: '', values: '' }] })}
        >
          <Plus />
          Metadata key
        </Button>
      )}
      <SplitBar splits={splits} label={name} />
      {splits.map((split, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two shares may name the same version while one is being chosen.
        <div key={index} className="flex items-center gap-2">
          <span
            aria-hidden
            className="size-2.5 shrink-0 rounded-sm"
            style={{ background: splitColor(index) }}
          />
          <Select
            label={`Version ${index + 1} of ${name}`}
            value={split.target}
            choices={
              targets.some(({ value }) => value === split.target)
                ? targets
                : [{ value: split.target, label: split.target }, ...targets]
            }
            onChange={(target) => setSplit(index, { target })}
            className="min-w-0 flex-1"
          />
          <span className="flex items-center gap-1">
            <Input
              aria-label={`Share ${index + 1} of ${name}`}
              inputMode="decimal"
              className="w-20 text-right tabular-nums"
              readOnly={readOnly}
              value={split.percentage}
              onChange={({ target }) => setSplit(index, { percentage: target.value })}
            />
            %
          </span>
          {!readOnly && (
            <IconButton
              label={`Remove version ${index + 1} of ${name}`}
              disabled={splits.length === 1}
              onClick={() => onChange({ ...rule, splits: splits.toSpliced(index, 1) })}
            >
              <Trash2 />
            </IconButton>
          )}
        </div>
      ))}
      {!readOnly && (
        <div className="flex items-center gap-2">
          <Button
            size="small"
            kind="quiet"
            disabled={!unusedTarget}
            aria-label={`Add version to ${name}`}
            onClick={() =>
              onChange({ ...rule, splits: [...splits, { target: unusedTarget!.value, percentage: '0' }] })
            }
          >
            <Plus />
            Version
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Split evenly: ${name}`}
            onClick={() => onChange({ ...rule, splits: withEvenShares(splits) })}
          >
            Split evenly
          </Button>
        </div>
      )}
      {problem && (
        <p role="alert" className="text-small text-bad">
          {problem}
        </p>
      )}
    </section>
  )
}
