import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, invalidate, queryOf, useMay } from '../../api/index.ts'
import {
  Badge,
  Button,
  Dialog,
  Field,
  Form,
  IconButton,
  Input,
  NativeSelect,
  NativeSelectField,
  Problem,
  TextAreaField,
  TextField,
} from '../../design/index.ts'
import { Star, Trash2 } from '../../icons/index.ts'
import { scoreText } from '../../requests/values.ts'

type Score = Answer<'listScores'>['scores'][number]
type Type = Score['type']

interface Subject {
  readonly subject_type: Score['subject_type']
  readonly subject_id: string
}

const typeNames: Readonly<Record<Type, string>> = {
  number: 'Number',
  boolean: 'Yes or no',
  category: 'Category',
  text: 'Text',
}

/** The scores of a trace or session. The button has their number, its dialog lists them and adds new ones. */
export function ScoresButton({ subject }: { subject: Subject }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useScores(subject)
  const count = data?.scores.length ?? 0
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Star />
        Scores
        {count > 0 && <span className="text-ink-faint tabular-nums">{count}</span>}
      </Button>
      {isOpen && <ScoresDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  )
}

const keyOf = ({ subject_type, subject_id }: Subject) => ['scores', subject_type, subject_id]

const useScores = (subject: Subject) => useQuery(queryOf(keyOf(subject), 'listScores', { query: subject }))

function ScoresDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const mayScore = useMay('contributor')
  const [type, setType] = useState<Type>('number')
  const [invalidField, setInvalidField] = useState<'name' | 'value'>()
  const { data, error, refetch } = useScores(subject)
  const refresh = () => invalidate(keyOf(subject))
  const save = useMutation({
    mutationFn: (score: { name: string; value: number | boolean | string; comment: string | null }) =>
      call('giveScore', { body: { ...subject, type, ...score } }),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: ({ subject_type, subject_id, trace_id, name, source }: Score) =>
      call('deleteScore', {
        query: {
          subject_type,
          subject_id,
          name,
          source,
          ...(subject_type === 'span' && trace_id !== null && { trace_id }),
        },
      }),
    onSuccess: refresh,
  })
  const saveError = save.error ?? remove.error
  return (
    <Dialog
      onClose={onClose}
      title="Scores"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayScore && (
            <Button kind="primary" type="submit" form="give-score" disabled={save.isPending}>
              Save score
            </Button>
          )}
        </>
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {saveError && <Problem error={saveError} />}
      {data?.scores.length === 0 && <p className="mb-3 text-ink-faint">No scores yet.</p>}
      {data && data.scores.length > 0 && (
        <ul aria-label="Scores" className="mb-4 flex flex-col divide-y rounded-md border">
          {data.scores.map((score) => (
            <li
              key={JSON.stringify([score.subject_type, score.subject_id, score.name, score.source])}
              className="flex min-w-0 items-center gap-2 px-3 py-1.5"
            >
              <bdi className="truncate font-medium">{score.name}</bdi>
              <bdi className="truncate">{scoreText(score)}</bdi>
              <Badge>{score.subject_type === 'span' ? `span, ${score.source}` : score.source}</Badge>
              {score.comment !== null && (
                <bdi className="min-w-0 flex-1 truncate text-small text-ink-soft" title={score.comment}>
                  {score.comment}
                </bdi>
              )}
              {mayScore && (
                <IconButton
                  label={`Delete ${score.name}`}
                  className="ml-auto"
                  onClick={() => remove.mutate(score)}
                >
                  <Trash2 />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayScore && (
        <Form
          id="give-score"
          label="Score"
          onSubmit={({ name = '', value = '', comment = '' }) => {
            const entered = enteredValue(type, value)
            if (name.trim() === '' || entered === null)
              return setInvalidField(name.trim() === '' ? 'name' : 'value')
            setInvalidField(undefined)
            save.mutate({ name: name.trim(), value: entered, comment: comment.trim() || null })
          }}
        >
          <TextField
            name="name"
            label="Name"
            required
            placeholder="helpful"
            error={invalidField === 'name' ? 'Enter a name.' : undefined}
          />
          <NativeSelectField
            label="Kind"
            value={type}
            onChange={(event) => setType(event.target.value as Type)}
            options={Object.entries(typeNames)}
          />
          <Field label="Value" error={invalidField === 'value' ? 'Enter a value of this kind.' : undefined}>
            {(control) =>
              type === 'boolean' ? (
                <NativeSelect {...control} name="value">
                  <option value="yes">Yes</option>
                  <option value="no">No</option>
                </NativeSelect>
              ) : (
                <Input
                  {...control}
                  key={type}
                  name="value"
                  type={type === 'number' ? 'number' : 'text'}
                  step="any"
                />
              )
            }
          </Field>
          <TextAreaField label="Comment" name="comment" rows={2} />
        </Form>
      )}
    </Dialog>
  )
}

/** The typed value; null if the text does not fit the type. */
function enteredValue(type: Type, text: string): number | boolean | string | null {
  if (type === 'boolean') return text === 'yes'
  if (text.trim() === '') return null
  if (type !== 'number') return text.trim()
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}
