import { useState } from 'react'
import type { Config, FieldOf } from '../../../columns/forms.ts'
import { CodeField, FormField } from '../../../columns/index.ts'
import { Button, Field, Form, NativeSelect, Problem } from '../../../design/index.ts'
import type { Column } from '../../../sheets/index.ts'
import { type ScoreDraft, startingCode, type Winner } from './score-draft.ts'

interface Props {
  readonly start: ScoreDraft
  readonly columns: readonly Column[]
  readonly error: Error | null
  readonly isBusy: boolean
  readonly onSave: (draft: ScoreDraft) => void
}

const types = [
  ['auto', 'Columns, as each suits'],
  ['boolean', 'Columns of true and false'],
  ['numeric', 'Columns of numbers'],
  ['custom', 'Code'],
] as const

/** How the sheet is scored. */
export function ScoreForm({ start, columns, error, isBusy, onSave }: Props) {
  const [draft, setDraft] = useState(start)
  const put = (next: Partial<ScoreDraft>) => setDraft({ ...draft, ...next })
  return (
    <Form label="How the sheet is scored" className="border-t pt-3" onSubmit={() => onSave(draft)}>
      {error && <Problem error={error} className="m-0" />}
      <Field label="The sheet is scored by">
        {(control) => (
          <NativeSelect
            {...control}
            value={draft.type}
            onChange={({ target }) => put({ type: target.value as ScoreDraft['type'] })}
          >
            {types.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {draft.type === 'custom' ? (
        <Code draft={draft} onChange={put} />
      ) : (
        <ByColumns draft={draft} columns={columns} onChange={put} />
      )}
      <Button kind="primary" type="submit" className="self-start" isBusy={isBusy}>
        Save and calculate the sheet score
      </Button>
    </Form>
  )
}

interface PartProps {
  readonly draft: ScoreDraft
  readonly onChange: (next: Partial<ScoreDraft>) => void
}

function Code({ draft: { code, language }, onChange }: PartProps) {
  const choose = (next: ScoreDraft['language']) =>
    onChange({
      language: next,
      ...(Object.values(startingCode).includes(code) && { code: startingCode[next] }),
    })
  return (
    <>
      <Field label="Language">
        {(control) => (
          <NativeSelect
            {...control}
            value={language}
            onChange={({ target }) => choose(target.value as ScoreDraft['language'])}
          >
            <option value="PYTHON">Python</option>
            <option value="JAVASCRIPT">JavaScript</option>
          </NativeSelect>
        )}
      </Field>
      <CodeField
        key={language}
        label="Scoring code"
        hint="The body of a function of data, the rows: each an object by the titles of the columns. It returns an object with score, and maybe sub_scores by name and score_matrix, rows of cells of which the first is the head. A cell is a text, a number, or an object of value and positive_metric."
        language={language}
        value={code}
        error={undefined}
        onChange={(next) => onChange({ code: next })}
      />
    </>
  )
}

const words: readonly FieldOf[] = [
  {
    kind: 'lines',
    path: 'trueValues',
    label: 'Words that are true',
    hint: 'One on each line; none: true, yes, 1, pass and the like.',
  },
  { kind: 'lines', path: 'falseValues', label: 'Words that are false', hint: 'One on each line.' },
  {
    kind: 'choice',
    path: 'assertions',
    label: 'A cell with several assertions is',
    choices: [
      { value: 'mean', label: 'true as far as they are' },
      { value: 'all', label: 'true when all are' },
      { value: 'any', label: 'true when one is' },
    ],
  },
]

const winners: readonly FieldOf[] = [
  {
    kind: 'choice',
    path: 'kind',
    label: 'The winner is',
    standard: '',
    choices: [
      { value: '', label: 'Not told' },
      { value: 'highest', label: 'the highest value' },
      { value: 'lowest', label: 'the lowest value' },
      { value: 'most_frequent', label: 'the most frequent value' },
    ],
  },
  { kind: 'column', path: 'column_id', label: 'Of the column', when: ({ kind }) => Boolean(kind) },
  {
    kind: 'column',
    path: 'label_column_id',
    label: 'Named by',
    isOptional: true,
    when: ({ kind }) => Boolean(kind),
  },
]

function ByColumns({ draft, columns, onChange }: PartProps & Pick<Props, 'columns'>) {
  // Scores know columns by id alone.
  const choices = columns.map(({ id, title }) => ({ id, title }))
  const fields = (list: readonly FieldOf[], config: Config, take: (next: Config) => void) =>
    list
      .filter(({ when }) => !when || when(config))
      .map((field) => (
        <FormField
          key={field.path}
          field={field}
          config={config}
          columns={choices}
          problemAt={() => undefined}
          onChange={(next) => take(withIds(next, columns))}
        />
      ))
  return (
    <>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-small font-medium">Columns</legend>
        {columns.map(({ id, title }) => (
          <label key={id} className="flex items-center gap-1.5">
            <input
              type="checkbox"
              className="size-3.5"
              checked={draft.columns.includes(id)}
              onChange={({ target }) =>
                onChange({
                  columns: target.checked
                    ? [...draft.columns, id]
                    : draft.columns.filter((other) => other !== id),
                })
              }
            />
            <bdi className="min-w-0 truncate">{title}</bdi>
          </label>
        ))}
        <p className="text-small text-ink-faint">None: those that count towards the score.</p>
      </fieldset>
      {draft.type !== 'numeric' &&
        fields(words, draft as unknown as Config, (next) => onChange(asDraft(next)))}
      {fields(winners, (draft.winner ?? {}) as Config, (next) =>
        onChange({ winner: next['kind'] ? winnerOf(next) : null }),
      )}
    </>
  )
}

/** Lists that were emptied are empty lists. */
const asDraft = ({ trueValues, falseValues, assertions }: Config): Partial<ScoreDraft> => ({
  trueValues: (trueValues ?? []) as readonly string[],
  falseValues: (falseValues ?? []) as readonly string[],
  assertions: assertions as ScoreDraft['assertions'],
})

const winnerOf = (next: Config): Winner => ({
  kind: next['kind'] as Winner['kind'],
  column_id: String(next['column_id'] ?? ''),
  label_column_id: typeof next['label_column_id'] === 'string' ? next['label_column_id'] : null,
})

function withIds(config: Config, columns: readonly Column[]): Config {
  const idOf = (name: unknown) => columns.find(({ id, title }) => id === name || title === name)?.id
  return {
    ...config,
    ...('column_id' in config && { column_id: idOf(config['column_id']) }),
    ...('label_column_id' in config && { label_column_id: idOf(config['label_column_id']) }),
  }
}
