import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOf, useMay } from '../api/index.ts'
import { Button, Input } from '../design/index.ts'
import { AskToLeave, useChange } from '../dialogs/index.ts'
import { Plus, X } from '../icons/index.ts'
import { RetentionPreview } from './retention-preview.tsx'
import { draftsOf, isChanged, type Rule, type RuleDraft, readRules } from './retention-rules.ts'
import { Rows, Section } from './section.tsx'

export function Retention() {
  const { data, error, refetch } = useQuery(queryOf(['retention'], 'readRetention'))
  const isAdmin = useMay('admin')
  return (
    <Section
      title="Retention"
      changedBy="admin"
      about="How long requests and traces are kept after they arrived. Requests without a rule are kept forever. If several rules match the tags of a request, the longest one applies."
      query={{ data, error, refetch }}
    >
      {data &&
        (isAdmin ? (
          <Editor key={JSON.stringify(data.rules)} rules={data.rules} />
        ) : (
          <List rules={data.rules} />
        ))}
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

/** Rules are saved together, after a preview of the requests that they delete. */
function Editor({ rules }: { rules: readonly Rule[] }) {
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(draftsOf(rules))
  const [problem, setProblem] = useState<{ readonly key: number; readonly problem: string } | null>(null)
  const preview = useChange(async (edited: Rule[]) => ({
    rules: edited,
    preview: await call('previewRetention', { body: { rules: edited } }),
  }))
  const change = (key: number, part: Partial<RuleDraft>) =>
    setDrafts((all) => all.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)))
  const review = () => {
    const result = readRules(drafts)
    if (!Array.isArray(result)) return setProblem(result)
    setProblem(null)
    preview.mutate(result)
  }
  return (
    <>
      {drafts.length === 0 && (
        <p className="rounded-lg border border-dashed px-4 py-8 text-center text-ink-soft">
          Everything is kept forever.
        </p>
      )}
      {drafts.length > 0 && (
        <div aria-hidden className="-mb-2 flex text-small font-medium">
          <span className="flex-1">Tag of the requests</span>
          <span className="w-47">Kept for</span>
        </div>
      )}
      <ul className="flex flex-col gap-2">
        {drafts.map(({ key, tag, days }) => (
          <li key={key} className="flex flex-col gap-1">
            <div className="flex items-center gap-2">
              <Input
                aria-label="Tag"
                value={tag}
                placeholder="Everything else, and traces"
                onChange={({ target }) => change(key, { tag: target.value })}
              />
              <Input
                aria-label="Days"
                value={days}
                inputMode="numeric"
                placeholder="forever"
                aria-invalid={problem?.key === key}
                className="w-28"
                onChange={({ target }) => change(key, { days: target.value })}
              />
              <span className="w-8 text-ink-soft">days</span>
              <Button
                kind="quiet"
                size="icon"
                aria-label={`Remove the rule for ${tag || 'everything else'}`}
                onClick={() => setDrafts((all) => all.filter((rule) => rule.key !== key))}
              >
                <X />
              </Button>
            </div>
            {problem?.key === key && (
              <p role="alert" className="text-small text-bad">
                {problem.problem}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button
          onClick={() =>
            setDrafts((all) => [
              ...all,
              { key: 1 + Math.max(-1, ...all.map(({ key }) => key)), tag: '', days: '' },
            ])
          }
        >
          <Plus />
          Add rule
        </Button>
        <Button
          kind="primary"
          isBusy={preview.isPending}
          disabled={!isChanged(drafts, rules)}
          onClick={review}
        >
          Review and save
        </Button>
      </div>
      <AskToLeave isChanged={isChanged(drafts, rules)} />
      {preview.data && <RetentionPreview {...preview.data} onClose={preview.reset} />}
    </>
  )
}
