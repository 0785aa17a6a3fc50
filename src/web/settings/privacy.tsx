import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, call, errorAt, invalidate, queryOf, useMay } from '../api/index.ts'
import {
  Button,
  counted,
  FormRow,
  Menu,
  MenuGroup,
  MenuItem,
  SwitchRow,
  toastProblem,
} from '../design/index.ts'
import { AskToLeave } from '../dialogs/forms.ts'
import { useFormChange } from '../dialogs/index.ts'
import { Plus } from '../icons/index.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { MaskingRuleRow } from './masking-rule-row.tsx'
import {
  type DetectorName,
  detectorTexts,
  draftsOf,
  newRule,
  type RuleDraft,
  rulesOf,
  type Target,
} from './masking-rules.ts'
import { MaskingTrial } from './masking-trial.tsx'
import { Part, SaveBar, Section } from './section.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

export function Privacy() {
  const { data, error, refetch } = useQuery(queryOf(['masking'], 'readMasking'))
  return (
    <Section
      title="Privacy"
      changedBy="admin"
      about="Values that are masked before requests and traces are stored, whatever API they come through. Stored requests and traces do not change."
      query={{ data, error, refetch }}
    >
      {data && <Editor stored={data} />}
    </Section>
  )
}

interface Draft {
  readonly rules: readonly RuleDraft[]
  readonly keepsBodies: boolean
}

/** Without the counts of the rules, which change with each logged value. */
const draftOf = ({ rules, keeps_bodies }: Answer<'readMasking'>): Draft => ({
  rules: draftsOf(rules),
  keepsBodies: keeps_bodies,
})

/** The detectors that "Add the usual rules" adds: hardly any log should hold their values. */
const usualDetectors = ['email', 'phone', 'card', 'iban', 'key'] as const

function Editor({ stored }: { readonly stored: Answer<'readMasking'> }) {
  const client = useQueryClient()
  const isAdmin = useMay('admin')
  const { base, draft, setDraft, isChanged, begin, conflict } = useSettingsDraft(stored, draftOf)
  const { rules: drafts, keepsBodies } = draft
  const setDrafts = (rules: readonly RuleDraft[]) => setDraft({ rules, keepsBodies })
  const rules = rulesOf(drafts)
  /** Shows an error beside its rule; a toast shows other errors. */
  const onError = (error: Error) => {
    if (rules.every((_rule, index) => problemAt(error, index) === undefined)) toastProblem(error)
  }
  const save = useFormChange(
    () => call('changeMasking', { body: { rules, keeps_bodies: keepsBodies, base_revision: base.revision } }),
    {
      done: 'Rules saved',
      onSuccess: (answer) => {
        client.setQueryData(['masking'], answer)
        begin(answer)
      },
      onError: (error) => {
        onError(error)
        void invalidate('masking')
      },
    },
  )
  const dryRun = useFormChange(() => call('dryRunMasking', { body: { rules } }), { onError })
  /** Forgets the results of earlier rules. */
  const reset = () => {
    dryRun.reset()
    save.reset()
  }
  const add = (...targets: readonly Target[]) => {
    const all = [...drafts]
    for (const target of targets) all.push(newRule(all, target))
    setDrafts(all)
  }
  const change = (key: number, part: Partial<RuleDraft>) => {
    reset()
    setDrafts(drafts.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)))
  }
  return (
    <>
      <ChangedMeanwhile conflict={conflict} />
      <Part
        title="Masking rules"
        about="Applied in this order to every text of a request or trace."
        action={isAdmin && drafts.length > 0 && <AddRule onAdd={add} />}
      >
        {drafts.length === 0 ? (
          <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center text-ink-soft">
            <p>No rule is set. Values are stored as they arrive.</p>
            {isAdmin && (
              <div className="flex flex-wrap justify-center gap-2">
                <Button
                  onClick={() =>
                    add(...usualDetectors.map((detector) => ({ kind: 'detector', detector }) as const))
                  }
                >
                  Add the usual rules
                </Button>
                <AddRule onAdd={add} />
              </div>
            )}
          </div>
        ) : (
          <ul aria-label="Rules" className="flex flex-col divide-y rounded-lg border bg-surface">
            {drafts.map((rule, index) => (
              <MaskingRuleRow
                key={rule.key}
                rule={rule}
                isAdmin={isAdmin}
                problem={problemAt(save.error ?? dryRun.error, index)}
                onChange={(part) => change(rule.key, part)}
                onRemove={() => {
                  reset()
                  setDrafts(drafts.filter(({ key }) => key !== rule.key))
                }}
              />
            ))}
          </ul>
        )}
      </Part>
      <FormRow
        title="Bodies"
        help="Off: only metadata, tags, tokens and cost are stored. Input, output and variables are not, so requests cannot be replayed or evaluated."
      >
        {isAdmin ? (
          <SwitchRow
            label="Store bodies"
            checked={keepsBodies}
            onChange={(next) => setDraft({ rules: drafts, keepsBodies: next })}
          />
        ) : (
          <p>{keepsBodies ? 'Bodies are stored.' : 'Bodies are not stored.'}</p>
        )}
      </FormRow>
      {dryRun.data && <DryRun result={dryRun.data} />}
      {drafts.length > 0 && <MaskingTrial rules={rules} />}
      {isAdmin && (
        <SaveBar
          isChanged={isChanged}
          isSaving={save.isPending}
          onSave={() => save.mutate()}
          onDiscard={() => {
            reset()
            begin(stored)
          }}
        >
          <Button isBusy={dryRun.isPending} disabled={drafts.length === 0} onClick={() => dryRun.mutate()}>
            Dry run
          </Button>
        </SaveBar>
      )}
      <AskToLeave isChanged={isChanged} />
    </>
  )
}

/** The server's error about a part of the rule with this index. */
const problemAt = (error: Error | null, index: number): string | undefined =>
  ['name', 'target.pattern', 'target.path']
    .map((part) => errorAt(error, `rules.${index}.${part}`))
    .find((problem) => problem !== undefined)

const AddRule = ({ onAdd }: { onAdd: (target: Target) => void }) => (
  <Menu
    align="start"
    trigger={
      <Button>
        <Plus />
        Add rule
      </Button>
    }
  >
    <MenuGroup label="Built in">
      {(Object.keys(detectorTexts) as DetectorName[]).map((detector) => (
        <MenuItem key={detector} onSelect={() => onAdd({ kind: 'detector', detector })}>
          {detectorTexts[detector][0]}
        </MenuItem>
      ))}
    </MenuGroup>
    <MenuGroup label="Own">
      <MenuItem onSelect={() => onAdd({ kind: 'pattern', pattern: '' })}>Pattern</MenuItem>
      <MenuItem onSelect={() => onAdd({ kind: 'path', path: '' })}>JSON path</MenuItem>
    </MenuGroup>
  </Menu>
)

function DryRun({ result }: { result: Answer<'dryRunMasking'> }) {
  const { requests, is_complete, by_rule, samples } = result
  return (
    <section aria-label="Dry run" className="flex flex-col gap-2 rounded-lg border bg-surface p-3">
      <h3 className="font-semibold">
        {`Dry run over the last ${counted(requests, 'request')}${is_complete ? '' : ', stopped after 15 seconds'}`}
      </h3>
      <ul className="flex flex-col gap-1 text-small text-ink-soft">
        {by_rule.map(({ name, found, requests: inRequests }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {`: ${counted(found, 'value')} in ${counted(inRequests, 'request')}`}
          </li>
        ))}
      </ul>
      {samples.length > 0 && (
        <ul aria-label="Samples" className="flex flex-col gap-1 border-t pt-2 text-small">
          {samples.map(({ rule, request_id, before, masked, after }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two samples may be equal; each preview replaces the list.
            <li key={index} className="truncate" title={`${rule}, request ${request_id}`}>
              <span className="text-ink-soft">{`…${before}`}</span>
              <mark className="rounded-sm bg-accent-soft px-0.5 text-ink">{masked || 'removed'}</mark>
              <span className="text-ink-soft">{`${after}…`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
