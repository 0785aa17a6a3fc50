import { useState } from 'react'
import { SelectField, SwitchRow, TextAreaField, TextField } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import { type Scorer, type ScorerKind, scorerText } from './scorer.ts'
import { blankFields, type Fields, fieldsOf, kinds, scorerOf } from './scorer-fields.ts'

interface Props {
  readonly scorer: Scorer | undefined
  readonly variables: readonly string[]
  readonly onSave: (scorer: Scorer) => void
  readonly onClose: () => void
}

/** The value of the choice "fixed text". */
const fixedText = ''

/** Edits one check of every answer. */
export function ScorerDialog({ scorer, variables, onSave, onClose }: Props) {
  const [fields, setFields] = useState<Fields>(() => (scorer ? fieldsOf(scorer) : blankFields))
  const change = (next: Partial<Fields>) => setFields({ ...fields, ...next })
  const { kind } = fields
  const newScorer = scorerOf(fields)
  const namedScorer = newScorer && {
    ...newScorer,
    name: fields.name.trim() === '' ? scorerText(newScorer).slice(0, 120) : fields.name.trim(),
  }
  const text = (label: string, field: keyof Fields, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={String(fields[field])}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  )
  const long = (label: string, field: keyof Fields, hint: string) => (
    <TextAreaField
      label={label}
      hint={hint}
      rows={3}
      value={String(fields[field])}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  )
  return (
    <FormDialog
      title={scorer ? 'Change scorer' : 'Add scorer'}
      description="Every answer is checked. An answer without a judgement is not a pass."
      verb={scorer ? 'Save' : 'Add'}
      isReady={namedScorer !== null}
      onSubmit={() => namedScorer && onSave(namedScorer)}
      onClose={onClose}
    >
      <SelectField
        label="Check"
        hint={kinds[kind].hint}
        value={kind}
        choices={(Object.keys(kinds) as ScorerKind[]).map((value) => ({
          value,
          label: kinds[value].label,
        }))}
        onChange={(next) => change({ kind: next })}
      />
      {(kind === 'contains' || kind === 'equals') && (
        <>
          <SelectField
            label="Compare with"
            value={fields.variable}
            choices={[
              { value: fixedText, label: 'A fixed text' },
              ...variables.map((name) => ({ value: name, label: `The value of ${name}` })),
            ]}
            onChange={(variable) => change({ variable })}
          />
          {fields.variable === fixedText && text('Text', 'value')}
        </>
      )}
      {kind === 'regex' && text('Pattern', 'pattern', 'A regular expression in Python syntax.')}
      {(kind === 'contains' || kind === 'regex') && (
        <SwitchRow
          label={kind === 'regex' ? 'Passes without a match' : 'Passes without the text'}
          checked={fields.negate}
          onChange={(negate) => change({ negate })}
        />
      )}
      {kind === 'json' && long('JSON schema', 'schema', 'Optional. Without one, any object or list passes.')}
      {kind === 'length' && (
        <div className="grid grid-cols-3 gap-3">
          <SelectField
            label="Unit"
            value={fields.unit}
            choices={[
              { value: 'words', label: 'Words' },
              { value: 'chars', label: 'Characters' },
            ]}
            onChange={(unit) => change({ unit })}
          />
          {text('At least', 'min')}
          {text('At most', 'max')}
        </div>
      )}
      {kind === 'cost' &&
        text('Maximum in US dollars', 'dollars', 'An answer without a price is not judged.')}
      {kind === 'latency' && text('Maximum in milliseconds', 'milliseconds')}
      {kind === 'judge' &&
        long(
          'Assertion',
          'assertion',
          'What must be true of the answer, such as “The answer is polite”. Variables in braces are filled. The evaluator model of the workspace judges.',
        )}
      {text('Name', 'name', 'Optional.')}
    </FormDialog>
  )
}
