import { useState } from 'react'
import { Button, Problem, SkeletonRows } from '../../../design/index.ts'
import type { Column } from '../../../sheets/index.ts'
import type { SheetParams } from '../../../sheets/queries.ts'
import { draftOf } from './score-draft.ts'
import { ScoreForm } from './score-form.tsx'
import { ScoreResult } from './score-result.tsx'
import { useSheetScore } from './use-sheet-score.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly mayChange: boolean
}

/** The score of a sheet without a score card, by columns or by code. */
export function SheetScore({ params, columns, mayChange }: Props) {
  const scoring = useSheetScore(params)
  const { data, problem, error } = scoring
  const [isOpen, setOpen] = useState(false)
  if (problem) return <Problem error={problem} />
  if (!data) return <SkeletonRows rows={4} />
  const isConfigured = data.score_configuration !== null
  return (
    <div className="flex h-full flex-col gap-4 overflow-auto p-4">
      {error && <Problem error={error} className="m-0" />}
      {isConfigured ? (
        <ScoreResult data={data} scoring={scoring} mayChange={mayChange} />
      ) : (
        <p className="text-ink-soft">
          One number from columns or from your own code, with an optional matrix. Once set, it is the score of
          the sheet, and the score card is shown beside it.
        </p>
      )}
      {mayChange && !isConfigured && !isOpen && (
        <Button kind="primary" className="self-start" onClick={() => setOpen(true)}>
          Set a sheet score
        </Button>
      )}
      {mayChange && (isConfigured || isOpen) && (
        <ScoreForm
          key={JSON.stringify(data.score_configuration)}
          start={draftOf(data)}
          columns={columns}
          error={scoring.saveError}
          isBusy={scoring.isBusy}
          onSave={scoring.save}
        />
      )}
    </div>
  )
}
