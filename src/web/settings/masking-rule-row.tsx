import { Button, counted, Input, Select, Switch } from '../design/index.ts'
import { X } from '../icons/index.ts'
import { actionNames, detectorTexts, type RuleDraft } from './masking-rules.ts'

interface Props {
  readonly rule: RuleDraft
  readonly isAdmin: boolean
  /** The server's error about the rule. */
  readonly problem: string | undefined
  readonly onChange: (part: Partial<RuleDraft>) => void
  readonly onRemove: () => void
}

const choices = (['mask', 'pseudonym', 'drop'] as const).map((value) => ({
  value,
  label: actionNames[value],
}))

/** One masking rule: its detector, its action, and how often it applied. */
export function MaskingRuleRow({ rule, isAdmin, problem, onChange, onRemove }: Props) {
  const { name, is_on, action, target, saved } = rule
  return (
    <li className="flex flex-wrap items-center gap-3 px-3 py-2">
      <Switch
        label={`Apply ${name}`}
        checked={is_on}
        disabled={!isAdmin}
        onChange={(next) => onChange({ is_on: next })}
      />
      <div className="flex min-w-60 flex-1 flex-col gap-1">
        {target.kind === 'detector' || !isAdmin ? (
          <bdi className="font-medium">{name}</bdi>
        ) : (
          <Input
            aria-label="Name"
            value={name}
            maxLength={60}
            onChange={({ target: input }) => onChange({ name: input.value })}
          />
        )}
        {target.kind === 'detector' ? (
          <p className="text-small text-ink-soft">{detectorTexts[target.detector][1]}</p>
        ) : (
          <Input
            aria-label={target.kind === 'pattern' ? `Pattern of ${name}` : `JSON path of ${name}`}
            value={target.kind === 'pattern' ? target.pattern : target.path}
            placeholder={target.kind === 'pattern' ? 'C-[0-9]{6}' : '$.metadata.customer'}
            disabled={!isAdmin}
            aria-invalid={problem !== undefined}
            className="font-mono"
            onChange={({ target: { value } }) =>
              onChange({
                target:
                  target.kind === 'pattern'
                    ? { kind: 'pattern', pattern: value }
                    : { kind: 'path', path: value },
              })
            }
          />
        )}
        {problem && (
          <p role="alert" className="text-small text-bad">
            {problem}
          </p>
        )}
      </div>
      <p className="text-small text-ink-soft tabular-nums">
        {saved ? `${counted(saved.found, 'value')} since ${saved.since.slice(0, 10)}` : 'Not saved'}
      </p>
      {isAdmin ? (
        <Select
          label={`Action of ${name}`}
          value={action}
          choices={choices}
          className="w-32"
          onChange={(next) => onChange({ action: next })}
        />
      ) : (
        <span className="text-small">{actionNames[action]}</span>
      )}
      {isAdmin && (
        <Button kind="quiet" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
          <X />
        </Button>
      )}
    </li>
  )
}
