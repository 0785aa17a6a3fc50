import { useState } from 'react'
import type { Config, FieldSpec } from '../../../columns/forms.ts'
import { CodeField, FormField } from '../../../columns/index.ts'
import { Button, CheckList, Form, NativeSelectField, Problem } from '../../../design/index.ts'
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
  ['auto', 'Columns of any type'],
  ['boolean', 'True or false columns'],
  ['numeric', 'Number columns'],
  ['custom', 'Code'],
] as const

/** Configures the score of a sheet. */
export function ScoreForm({ start, columns, error, isBusy, onSave }: Props) {
  const [draft, setDraft] = useState(start)
  const update = (next: Partial<ScoreDraft>) => setDraft({ ...draft, ...next })
  return (
    <Form label="Sheet score" className="border-t pt-3" onSubmit={() => onSave(draft)}>
      {error && <Problem error={error} className="m-0" />}
      <NativeSelectField
        label="Score by"
        value={draft.type}
        onChange={({ target }) => update({ type: target.value as ScoreDraft['type'] })}
        options={types}
      />
      {draft.type === 'custom' ? (
        <Code draft={draft} onChange={update} />
      ) : (
        <ByColumns draft={draft} columns={columns} onChange={update} />
      )}
      <Button kind="primary" type="submit" className="self-start" isBusy={isBusy}>
        Save and calculate
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
      <NativeSelectField
        label="Language"
        value={language}
        onChange={({ target }) => choose(target.value as ScoreDraft['language'])}
      >
        <option value="PYTHON">Python</option>
        <option value="JAVASCRIPT">JavaScript</option>
      </NativeSelectField>
      <CodeField
        key={language}
        label="Scoring code"
        hint="The body of a function with one argument, data: a list of rows, each an object with column titles as keys. Return an object with score, and optionally sub_scores (an object of numbers) and score_matrix (rows of cells, the first row is the header). A cell is a text, a number, or an object with value and positive_metric."
        language={language}
        value={code}
        error={undefined}
        onChange={(next) => onChange({ code: next })}
      />
    </>
  )
}

const wordFields: readonly FieldSpec[] = [
  {
    kind: 'lines',
    path: 'trueValues',
    label: 'Words for true',
    hint: 'One on each line. Empty: true, yes, 1, pass and similar.',
  },
  { kind: 'lines', path: 'falseValues', label: 'Words for false', hint: 'One on each line.' },
  {
    kind: 'choice',
    path: 'assertions',
    label: 'Several assertions in a cell',
    choices: [
      { value: 'mean', label: 'Share of assertions that pass' },
      { value: 'all', label: 'All must pass' },
      { value: 'any', label: 'One must pass' },
    ],
  },
]

const winnerFields: readonly FieldSpec[] = [
  {
    kind: 'choice',
    path: 'kind',
    label: 'Winner',
    defaultValue: '',
    choices: [
      { value: '', label: 'No winner' },
      { value: 'highest', label: 'Highest value' },
      { value: 'lowest', label: 'Lowest value' },
      { value: 'most_frequent', label: 'Most frequent value' },
    ],
  },
  { kind: 'column', path: 'column_id', label: 'Value column', when: ({ kind }) => Boolean(kind) },
  {
    kind: 'column',
    path: 'label_column_id',
    label: 'Label column',
    isOptional: true,
    when: ({ kind }) => Boolean(kind),
  },
]

function ByColumns({ draft, columns, onChange }: PartProps & Pick<Props, 'columns'>) {
  // Score configurations refer to columns by id.
  const choices = columns.map(({ id, title }) => ({ id, title }))
  const fields = (list: readonly FieldSpec[], config: Config, onFields: (next: Config) => void) =>
    list
      .filter(({ when }) => !when || when(config))
      .map((field) => (
        <FormField
          key={field.path}
          field={field}
          config={config}
          columns={choices}
          problemAt={() => undefined}
          onChange={(next) => onFields(withIds(next, columns))}
        />
      ))
  return (
    <>
      <CheckList
        legend="Columns"
        className="flex flex-col gap-1"
        choices={columns.map(({ id, title }) => ({ id, name: title }))}
        chosen={new Set(draft.columns)}
        hint="If none is chosen: all columns that count towards scores."
        onChange={(chosen) => onChange({ columns: [...chosen] })}
      />
      {draft.type !== 'numeric' &&
        fields(wordFields, draft as unknown as Config, (next) => onChange(asDraft(next)))}
      {fields(winnerFields, (draft.winner ?? {}) as Config, (next) =>
        onChange({ winner: next['kind'] ? winnerOf(next) : null }),
      )}
    </>
  )
}

/** Converts the fields to a draft. The fields store an emptied list as undefined. */
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
