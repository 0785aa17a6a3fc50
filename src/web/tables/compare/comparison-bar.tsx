import { useSearch } from '@tanstack/react-router'
import { Button, classNames, NativeSelect, Segmented } from '../../design/index.ts'
import { ArrowLeftRight, Plus } from '../../icons/index.ts'
import type { Column } from '../../sheets/index.ts'
import { changeLabels } from './change-labels.ts'
import type { Better, Change } from './queries.ts'
import { maxSides, type Side, sideToAdd } from './sides.ts'

const directions: readonly (readonly [Better | '', string])[] = [
  ['', 'By type'],
  ['higher', 'Higher is better'],
  ['lower', 'Lower is better'],
  ['none', 'No order'],
]

interface Props {
  /** The text columns by which rows of several sheets can be matched; null if there is one sheet. */
  readonly texts: readonly Column[] | null
  readonly sides: readonly Side[]
  /** Saved versions of the sheet, the newest first. */
  readonly versions: Parameters<typeof sideToAdd>[1]
  /** The number of rows with each change of the side in focus. */
  readonly counts: Readonly<Record<Change, number>> | undefined
  /** The direction that the server uses if the address has none. */
  readonly better: Better | undefined
  readonly onChange: (next: Partial<ReturnType<typeof useCompareSearch>>) => void
}

const useCompareSearch = () => useSearch({ from: '/tables/$tableId/compare' })

/** Which rows are shown, in which order, and how. */
export function ComparisonBar({ texts, sides, versions, counts, better: defaultDirection, onChange }: Props) {
  const { key, better, change, sort = 'regression', view = 'diff' } = useCompareSearch()
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className="z-10 flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-y bg-surface px-4 py-1.5 sm:sticky sm:top-0">
      <fieldset
        aria-label="Change"
        className="flex min-w-0 flex-wrap gap-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-0.5"
      >
        <Chip isOn={change === undefined} onClick={() => onChange({ change: undefined })}>
          All {total?.toLocaleString('en')}
        </Chip>
        {(Object.keys(changeLabels) as Change[]).map((choice) => (
          <Chip key={choice} isOn={change === choice} onClick={() => onChange({ change: choice })}>
            {changeLabels[choice][0]} {counts?.[choice].toLocaleString('en')}
          </Chip>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {texts && (
          <NativeSelect
            aria-label="Match rows by"
            className="w-auto max-w-48"
            value={key ?? ''}
            onChange={({ target }) => onChange({ key: target.value || undefined })}
            options={texts.map(({ title }) => [title, `Match rows by ${title}`])}
          >
            <option value="">Match rows by number</option>
          </NativeSelect>
        )}
        <NativeSelect
          aria-label="Which scores are better"
          className="w-auto"
          value={better ?? ''}
          onChange={({ target }) => onChange({ better: (target.value || undefined) as Better | undefined })}
        >
          {directions.map(([value, text]) => (
            <option key={value} value={value}>
              {value === '' && defaultDirection ? `${text}: ${directionText(defaultDirection)}` : text}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          aria-label="Order of rows"
          className="w-auto"
          value={sort}
          onChange={({ target }) => onChange({ sort: target.value as 'row' | 'regression' })}
        >
          <option value="regression">Largest losses first</option>
          <option value="row">By row</option>
        </NativeSelect>
        <Segmented
          label="Texts"
          value={view}
          choices={[
            { value: 'diff', label: 'Changes' },
            { value: 'texts', label: 'Texts' },
          ]}
          onChange={(next) => onChange({ view: next })}
        />
        <Button
          kind="quiet"
          size="icon"
          aria-label="Swap A and B"
          onClick={() => onChange({ sides: [sides[1]!, sides[0]!, ...sides.slice(2)] })}
        >
          <ArrowLeftRight />
        </Button>
        <Button
          disabled={sides.length >= maxSides}
          onClick={() => onChange({ sides: [...sides, sideToAdd(sides, versions)] })}
        >
          <Plus />
          Output
        </Button>
      </div>
    </div>
  )
}

const directionText = (better: Better) => directions.find(([value]) => value === better)![1].toLowerCase()

interface ChipProps {
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}

const Chip = ({ isOn, onClick, children }: ChipProps) => (
  <Button
    size="small"
    aria-pressed={isOn}
    className={classNames('tabular-nums', isOn && 'border-accent bg-accent-soft text-accent-ink')}
    onClick={onClick}
  >
    {children}
  </Button>
)
