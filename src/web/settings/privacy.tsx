import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, errorAt, queryOf, useMay } from '../api/index.ts'
import { Button, counted, Menu, MenuGroup, MenuItem, SwitchRow, toastProblem } from '../design/index.ts'
import { AskToLeave, useFormChange } from '../dialogs/index.ts'
import { Plus } from '../icons/index.ts'
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
import { Section } from './section.tsx'

export function Privacy() {
  const { data, error, refetch } = useQuery(queryOf(['masking'], 'readMasking'))
  return (
    <Section
      title="Privacy"
      changedBy="admin"
      about="Values that are masked before requests and traces are stored, whatever API they come through. Stored requests and traces do not change."
      query={{ data, error, refetch }}
    >
      {data && <Editor key={data.rules.map(({ id }) => id).join()} settings={data} />}
    </Section>
  )
}

function Editor({ settings }: { settings: Answer<'readMasking'> }) {
  const isAdmin = useMay('admin')
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(draftsOf(settings.rules))
  const [keepsBodies, setKeepsBodies] = useState(settings.keeps_bodies)
  const rules = rulesOf(drafts)
  const body = { rules, keeps_bodies: keepsBodies }
  const isChanged =
    JSON.stringify(body) !==
    JSON.stringify({ rules: rulesOf(draftsOf(settings.rules)), keeps_bodies: settings.keeps_bodies })
  /** Shows an error beside its rule; a toast shows other errors. */
  const onError = (error: Error) => {
    if (rules.every((_rule, index) => problemAt(error, index) === undefined)) toastProblem(error)
  }
  const save = useFormChange(() => call('changeMasking', { body }), {
    keys: ['masking'],
    done: 'Rules saved',
    onError,
  })
  const dryRun = useFormChange(() => call('dryRunMasking', { body: { rules } }), { onError })
  /** Forgets the results of earlier rules. */
  const reset = () => {
    dryRun.reset()
    save.reset()
  }
  const add = (target: Target) => setDrafts((all) => [...all, newRule(all, target)])
  const change = (key: number, part: Partial<RuleDraft>) => {
    reset()
    setDrafts((all) => all.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)))
  }
  return (
    <>
      {drafts.length === 0 ? (
        <p className="rounded-lg border border-dashed px-4 py-8 text-center text-ink-soft">No rule is set.</p>
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
                setDrafts((all) => all.filter(({ key }) => key !== rule.key))
              }}
            />
          ))}
        </ul>
      )}
      {isAdmin && (
        <>
          <div className="rounded-lg border bg-surface p-3">
            <SwitchRow label="Store bodies" checked={keepsBodies} onChange={setKeepsBodies} />
            <p className="mt-1 text-small text-ink-soft">
              Off: only metadata, tags, tokens and cost are stored. Input, output and variables are not.
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <AddRule onAdd={add} />
            <Button isBusy={dryRun.isPending} disabled={drafts.length === 0} onClick={() => dryRun.mutate()}>
              Dry run
            </Button>
            <Button
              kind="primary"
              disabled={!isChanged}
              isBusy={save.isPending}
              onClick={() => save.mutate()}
            >
              Save
            </Button>
          </div>
        </>
      )}
      <AskToLeave isChanged={isChanged} />
      {dryRun.data && <DryRun result={dryRun.data} />}
      {drafts.length > 0 && <MaskingTrial rules={rules} />}
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
