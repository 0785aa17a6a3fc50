import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, queryOf, useMay } from '../api/index.ts'
import { Button, FormRow, Input, Segmented } from '../design/index.ts'
import { AskToLeave } from '../dialogs/forms.ts'
import { useChange } from '../dialogs/index.ts'
import { Plus, X } from '../icons/index.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { RetentionPreview } from './retention-preview.tsx'
import { addTag, draftOf, type Rule, type RuleProblem, readRules, type TagRule } from './retention-rules.ts'
import { Rows, SaveBar, Section } from './section.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

export function Retention() {
  const { data, error, refetch } = useQuery(queryOf(['retention'], 'readRetention'))
  const isAdmin = useMay('admin')
  return (
    <Section
      title="Retention"
      changedBy="admin"
      about="How long requests and traces are kept after they arrived. Older ones are deleted permanently, every hour."
      query={{ data, error, refetch }}
    >
      {data && (isAdmin ? <Editor stored={data} /> : <List rules={data.rules} />)}
    </Section>
  )
}

const List = ({ rules }: { rules: readonly Rule[] }) => (
  <Rows
    label="Rules"
    heads={['Requests', 'Kept for']}
    rows={rules}
    keyOf={({ tag }) => tag ?? ''}
    empty="Everything is kept forever."
    cells={({ tag, days }) => [
      tag === null ? 'Everything else, and traces' : <bdi key="tag">{tag}</bdi>,
      days === null ? 'Forever' : `${days} days`,
    ]}
  />
)

/** Suggested for a new rule. */
const defaultDays = '365'

/** Rules are saved together, after a preview of the requests that they delete. */
function Editor({ stored }: { readonly stored: Answer<'readRetention'> }) {
  const client = useQueryClient()
  const { base, draft, setDraft, isChanged, begin, conflict } = useSettingsDraft(stored, ({ rules }) =>
    draftOf(rules),
  )
  const [problem, setProblem] = useState<RuleProblem | null>(null)
  const preview = useChange(async (rules: Rule[]) => ({
    rules,
    preview: await call('previewRetention', { body: { rules } }),
  }))
  const { rest, tags } = draft
  const change = (key: number, part: Partial<TagRule>) =>
    setDraft({ rest, tags: tags.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)) })
  const review = () => {
    const result = readRules(draft)
    if (!Array.isArray(result)) return setProblem(result)
    setProblem(null)
    preview.mutate(result)
  }
  return (
    <>
      <ChangedMeanwhile conflict={conflict} />
      <FormRow title="Default" help="For all traces, and for requests that have no tag with a rule below.">
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            label="Default"
            value={rest === null ? 'forever' : 'days'}
            choices={[
              { value: 'forever', label: 'Kept forever' },
              { value: 'days', label: 'Deleted after' },
            ]}
            onChange={(next) => setDraft({ rest: next === 'forever' ? null : defaultDays, tags })}
          />
          {rest !== null && (
            <Days
              label="Days of the default"
              days={rest}
              isWrong={problem?.key === null}
              onChange={(days) => setDraft({ rest: days, tags })}
            />
          )}
        </div>
        {problem?.key === null && <ProblemText text={problem.problem} />}
      </FormRow>
      <FormRow
        title="By tag"
        help="Requests with a tag can be kept longer or shorter. If several rules match a request, it is kept for the longest time."
      >
        {tags.length === 0 && <p className="text-ink-soft">No tag has a rule.</p>}
        {tags.length > 0 && (
          <ul aria-label="Rules by tag" className="flex flex-col gap-2">
            {tags.map(({ key, tag, days }) => (
              <li key={key} className="flex flex-col gap-1">
                <div className="flex items-center gap-2">
                  <Input
                    aria-label="Tag"
                    value={tag}
                    placeholder="Tag, such as debug"
                    maxLength={512}
                    className="min-w-0 flex-1"
                    onChange={({ target }) => change(key, { tag: target.value })}
                  />
                  <Days
                    label="Days"
                    days={days}
                    isWrong={problem?.key === key}
                    onChange={(next) => change(key, { days: next })}
                  />
                  <Button
                    kind="quiet"
                    size="icon"
                    aria-label={`Remove the rule for ${tag || 'a new tag'}`}
                    onClick={() => setDraft({ rest, tags: tags.filter((rule) => rule.key !== key) })}
                  >
                    <X />
                  </Button>
                </div>
                {problem?.key === key && <ProblemText text={problem.problem} />}
              </li>
            ))}
          </ul>
        )}
        <Button className="self-start" onClick={() => setDraft(addTag(draft))}>
          <Plus />
          Add rule
        </Button>
      </FormRow>
      <SaveBar
        isChanged={isChanged}
        isSaving={preview.isPending}
        verb="Review and save"
        onSave={review}
        onDiscard={() => {
          setProblem(null)
          begin(stored)
        }}
      />
      <AskToLeave isChanged={isChanged} />
      {preview.data && (
        <RetentionPreview
          {...preview.data}
          base={base.revision}
          onSaved={(answer) => {
            client.setQueryData(['retention'], answer)
            begin(answer)
            preview.reset()
          }}
          onClose={preview.reset}
        />
      )}
    </>
  )
}

interface DaysProps {
  readonly label: string
  readonly days: string
  readonly isWrong: boolean
  readonly onChange: (days: string) => void
}

const Days = ({ label, days, isWrong, onChange }: DaysProps) => (
  <span className="flex items-center gap-2">
    <Input
      aria-label={label}
      value={days}
      inputMode="numeric"
      placeholder="forever"
      aria-invalid={isWrong}
      className="w-20"
      onChange={({ target }) => onChange(target.value)}
    />
    <span className="text-ink-soft">days</span>
  </span>
)

const ProblemText = ({ text }: { readonly text: string }) => (
  <p role="alert" className="text-small text-bad">
    {text}
  </p>
)
