import { type Answer, useMay } from '../../api/index.ts'
import { keyboardScroll, toastProblem } from '../../design/index.ts'
import { AddForm, Pairs } from './parts.tsx'
import { useUpdate } from './use-update.ts'

export function ScoresTab({ request }: { request: Answer<'readRequest'> }) {
  const mayChange = useMay('contributor')
  const { score } = useUpdate(request)
  return (
    <section
      aria-label="Scores"
      {...keyboardScroll}
      className="flex h-full flex-col gap-3 overflow-auto px-4 pt-3 pb-4"
    >
      <Pairs pairs={request.scores.map(({ name, score: value }) => [name, String(value)] as const)} />
      {mayChange && (
        <AddForm
          name="score"
          fields={[
            { name: 'score', label: 'Score from 0 to 100', type: 'number' },
            { name: 'name', label: 'Name of the score', placeholder: 'default' },
          ]}
          onAdd={({ score: typed = '', name = '' }) => {
            const value = Number(typed)
            if (typed === '' || !Number.isInteger(value) || value < 0 || value > 100)
              return toastProblem('Not added. A score is a whole number from 0 to 100.')
            score.mutate({ name: name || 'default', score: value })
          }}
        />
      )}
    </section>
  )
}
