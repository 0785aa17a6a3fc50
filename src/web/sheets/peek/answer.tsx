import { useState } from 'react'
import { Button, classNames, Field, Form, Input, Keys, TextArea, toastProblem } from '../../design/index.ts'
import { useShortcuts } from '../../shell/index.ts'
import type { Column } from '../grid/column.ts'
import type { Cell } from '../grid/row-store.ts'
import { type AnswerChoice, answersOf, elementOf, parseAnswer } from './human.ts'

interface Props {
  readonly column: Column
  readonly cell: Cell
  /** Called with the answer, or with null to remove it. */
  readonly onAnswer: (value: unknown) => void
  /** True to move to the next row after an answer. */
  readonly movesOn?: boolean
  /** Answered and all rows of the column. */
  readonly progress?: string | undefined
  /** True if digit keys answer this column. Only one column of a row can have them. */
  readonly hasKeys?: boolean
}

/** The answer of a person. A single key answers and moves to the next row. */
export function Answer(props: Props) {
  const { column, cell, onAnswer, movesOn = false, progress, hasKeys = true } = props
  const choices = answersOf(column)
  const { prompt } = elementOf(column)
  useShortcuts(
    Object.fromEntries(
      (hasKeys && choices ? choices : []).flatMap(({ key, value }) =>
        key ? [[key, () => onAnswer(value)]] : [],
      ),
    ),
  )
  return (
    <section aria-label="Answer" className="flex flex-col gap-2">
      {prompt && <p className="font-medium break-words">{prompt}</p>}
      {choices ? (
        <Choices {...{ choices, hasKeys, onAnswer }} answer={cell.value?.value} />
      ) : (
        <WrittenAnswer {...props} key={cell.id} />
      )}
      <p className="flex items-center gap-1.5 text-small text-ink-faint">
        {movesOn && (
          <>
            <Keys keys="J" /> next, <Keys keys="K" /> previous
          </>
        )}
        {progress && <span className="tabular-nums">· {progress}</span>}
        {cell.value && (
          <Button kind="quiet" size="small" className="ml-auto" onClick={() => onAnswer(null)}>
            Remove answer
          </Button>
        )}
      </p>
    </section>
  )
}

interface ChoicesProps {
  readonly choices: readonly AnswerChoice[]
  readonly answer: unknown
  readonly hasKeys: boolean
  readonly onAnswer: (value: unknown) => void
}

const Choices = ({ choices, answer, hasKeys, onAnswer }: ChoicesProps) => (
  <div className="flex flex-wrap gap-1.5">
    {choices.map(({ value, label, key }) => (
      <Button
        key={label}
        aria-pressed={answer === value}
        className={classNames(
          'max-w-full',
          answer === value && 'border-accent bg-accent-soft text-accent-ink',
        )}
        onClick={() => onAnswer(value)}
      >
        <span className="truncate">{label}</span>
        {hasKeys && key && key !== label && <Keys keys={key} />}
      </Button>
    ))}
  </div>
)

function WrittenAnswer({ column, cell, onAnswer, movesOn = false }: Props) {
  const [text, setText] = useState(cell.display_value ?? '')
  const isNumber = column.config['data_type'] === 'number'
  const submit = () => {
    const value = parseAnswer(column, text)
    if (value === null) return toastProblem('Enter a number.')
    onAnswer(value)
  }
  return (
    <Form label="Your answer" onSubmit={submit}>
      <Field label="Answer">
        {(control) =>
          isNumber ? (
            <Input
              {...control}
              inputMode="decimal"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          ) : (
            <TextArea
              {...control}
              rows={4}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
                event.preventDefault()
                submit()
              }}
            />
          )
        }
      </Field>
      <Button kind="primary" type="submit" className="self-start">
        {movesOn ? 'Answer and continue' : 'Answer'}
        <Keys keys={isNumber ? 'Enter' : 'Mod Enter'} className="ml-1" />
      </Button>
    </Form>
  )
}
