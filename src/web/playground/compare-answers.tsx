import { Suspense, useState } from 'react'
import { counted, Dialog, Select, Skeleton } from '../design/index.ts'
import { LazyDiffView } from '../prompts/forms.ts'

interface Props {
  readonly number: number
  /** At least two, each with the letter of its variant. */
  readonly answers: readonly { readonly letter: string; readonly text: string }[]
  readonly onClose: () => void
}

/** Two answers to the same case, word by word. */
export function CompareAnswers({ number, answers, onClose }: Props) {
  const [[from, to], choose] = useState([answers[0]!.letter, answers[1]!.letter])
  const textOf = (letter: string) => answers.find((answer) => answer.letter === letter)!.text
  const choices = answers.map(({ letter }) => ({ value: letter, label: `Answer ${letter}` }))
  const [before, after] = [textOf(from!), textOf(to!)]
  return (
    <Dialog wide onClose={onClose} title={`Answers to case ${number}`}>
      <div className="flex flex-col gap-3">
        <div className="flex items-center gap-2">
          <Select
            label="First answer"
            value={from!}
            choices={choices}
            onChange={(next) => choose([next, to!])}
          />
          against
          <Select
            label="Second answer"
            value={to!}
            choices={choices}
            onChange={(next) => choose([from!, next])}
          />
          <span className="ml-auto text-small text-ink-faint tabular-nums">
            {lengthOf(before)} against {lengthOf(after)}
          </span>
        </div>
        {before === after ? (
          <p className="rounded-lg border border-dashed px-4 py-8 text-center text-ink-soft">
            Both answers are the same.
          </p>
        ) : (
          <div className="overflow-hidden rounded-lg border">
            <Suspense fallback={<Skeleton className="h-40 rounded-none" />}>
              <LazyDiffView before={before} after={after} mode="split" isPlain />
            </Suspense>
          </div>
        )}
      </div>
    </Dialog>
  )
}

const lengthOf = (text: string): string =>
  counted(text.trim() === '' ? 0 : text.trim().split(/\s+/).length, 'word')
