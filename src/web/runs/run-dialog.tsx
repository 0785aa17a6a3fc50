import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, Keys, SwitchRow, TextField } from '../design/index.ts'
import { FormDialog } from '../dialogs/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { budgetProblem, readBudget } from './budget.ts'
import { ForecastView, forecastOf } from './forecast.tsx'
import { type Choice, type ScopeName, versionBefore } from './scopes.ts'
import type { RunOptions } from './use-run.ts'

interface Props {
  readonly params: SheetParams
  readonly choices: readonly Choice[]
  readonly onRun: (options: RunOptions) => void
  readonly onClose: () => void
}

/** Asks for the cells and the limits of a run, and shows its forecast. Enter starts the run. */
export function RunDialog({ params, choices, onRun, onClose }: Props) {
  const [name, setName] = useState<ScopeName>(
    () => (choices.find(({ cells }) => cells > 0) ?? choices[0]!).name,
  )
  const [cost, setCost] = useState('')
  const [calls, setCalls] = useState('')
  const [savesVersion, setSavesVersion] = useState(true)
  const chosen = choices.find((choice) => choice.name === name) ?? choices[0]!
  const versionName = versionBefore(chosen, choices)
  const problems = { cost: budgetProblem('cost', cost), calls: budgetProblem('calls', calls) }
  const forecast = useQuery({ ...forecastOf(params, chosen.scope), enabled: chosen.cells > 0 })
  // Without calls, the limits would have no effect.
  const isFree = forecast.data?.columns.length === 0
  const isReady = chosen.cells > 0 && (isFree || (!problems.cost && !problems.calls))
  return (
    <FormDialog
      title="Run cells"
      verb={
        <>
          Run {counted(chosen.cells, 'cell')}
          <Keys keys="Enter" className="ml-1 max-sm:hidden" />
        </>
      }
      isReady={isReady}
      onSubmit={() =>
        isReady &&
        onRun({
          scope: chosen.scope,
          budget: isFree ? null : readBudget(cost, calls),
          confirmedCells: chosen.cells,
          versionBefore: (savesVersion && versionName) || null,
        })
      }
      onClose={onClose}
    >
      <fieldset className="flex flex-col">
        <legend className="sr-only">What to run</legend>
        {choices.map((choice) => (
          <label
            key={choice.name}
            className="flex h-8 items-center gap-2 rounded-md px-2 has-[:checked]:bg-accent-soft"
          >
            <input
              type="radio"
              name="scope"
              className="accent-accent"
              // biome-ignore lint/a11y/noAutofocus: a dialog gets the focus, and the chosen radio button takes the arrow keys.
              autoFocus={choice.name === name}
              checked={choice.name === chosen.name}
              onChange={() => setName(choice.name)}
            />
            {choice.label}
            <span className="ml-auto text-ink-soft tabular-nums">{choice.cells.toLocaleString('en')}</span>
          </label>
        ))}
      </fieldset>
      {chosen.cells > 0 ? (
        <ForecastView params={params} scope={chosen.scope} />
      ) : (
        <p className="text-ink-soft">
          {chosen.name === 'stale'
            ? 'No cell is stale: all values match their inputs.'
            : 'The sheet has no rows.'}
        </p>
      )}
      {!isFree && (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Max cost"
            hint="In US dollars. Empty means no limit."
            inputMode="decimal"
            placeholder="5.00"
            autoComplete="off"
            value={cost}
            error={problems.cost}
            onChange={({ target }) => setCost(target.value)}
          />
          <TextField
            label="Max model calls"
            hint="The other cells stay stale."
            inputMode="numeric"
            placeholder="1000"
            autoComplete="off"
            value={calls}
            error={problems.calls}
            onChange={({ target }) => setCalls(target.value)}
          />
        </div>
      )}
      {versionName !== undefined && (
        <div className="flex flex-col gap-0.5 border-t pt-3">
          <SwitchRow label="Save a version first" checked={savesVersion} onChange={setSavesVersion} />
          <p className="text-small text-ink-soft">
            The run replaces values. The version keeps them, to compare them with the new ones.
          </p>
        </div>
      )}
    </FormDialog>
  )
}
