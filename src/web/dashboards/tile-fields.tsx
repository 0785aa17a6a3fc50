import { useId } from 'react'
import type { Tile, TileGroup, TileMeasure, TileScoreSubject } from '../../contract/index.ts'
import type { Answer } from '../api/index.ts'
import { TableSelect } from '../choosers/index.ts'
import { Field, IconButton, Segmented, SelectField, TextField } from '../design/index.ts'
import { X } from '../icons/index.ts'
import {
  type Filter,
  FilterInput,
  fieldNamed,
  filtersIn,
  groupOf,
  useSuggestions,
  wordsOf,
} from '../requests/index.ts'
import { usedFields } from './tile-draft.ts'
import { useScoreNames } from './use-score-names.ts'
import { groupNames, measureNames, scoredNames, shapeNames } from './words.ts'

interface Props {
  readonly draft: Tile
  /** The sheets of the table of the draft. */
  readonly sheets: Answer<'listSheets'>['data']
  readonly onChange: (change: Partial<Tile>) => void
}

const none = 'none'
const measures = Object.entries(measureNames) as [TileMeasure, string][]
const groups = Object.entries(groupNames) as [TileGroup, string][]
const shapes = Object.entries(shapeNames) as [Tile['shape'], string][]
const scoredSubjects = Object.entries(scoredNames) as [TileScoreSubject | 'request', string][]

/** The fields of a tile: its measure, its groups, and the filters of its requests. */
export function TileFields({ draft, sheets, onChange: set }: Props) {
  const { measure, group_by: by } = draft
  const { isSheet, isScore, subject, shape, isGrouped, isByMetadata, isByScore } = usedFields(draft)
  const keys = useSuggestions({
    field: by === 'metadata' ? fieldNamed('metadata') : undefined,
    key: undefined,
    part: 'keys',
    prefix: '',
  })
  const scoreNames = useScoreNames(subject, isScore || isByScore)
  const [keysList, scoresList] = [useId(), useId()]
  return (
    <>
      <SelectField
        label="Measure"
        value={measure}
        onChange={(next) => set({ measure: next })}
        choices={measures.map(([value, label]) => ({ value, label }))}
      />
      {isSheet ? (
        <>
          <Field label="Table" hint="The chart has a point for each calculation of the table’s score.">
            {(control) => (
              <TableSelect
                {...control}
                value={draft.table_id ?? ''}
                onChange={(table) => set({ table_id: table, sheet_id: null })}
              />
            )}
          </Field>
          {sheets.length > 1 && (
            <SelectField
              label="Sheet"
              value={draft.sheet_id ?? ''}
              onChange={(next) => set({ sheet_id: next })}
              choices={sheets.map(({ id: value, title }) => ({ value, label: title }))}
            />
          )}
        </>
      ) : (
        <Segmented
          label="Shape"
          className="self-start"
          value={shape}
          onChange={(next) => set({ shape: next })}
          choices={shapes
            .filter(([value]) => subject === null || value !== 'groups')
            .map(([value, label]) => ({ value, label }))}
        />
      )}
      {isGrouped && (
        <SelectField
          label="Group by"
          value={by ?? none}
          onChange={(next) => set({ group_by: next === none ? null : (next as TileGroup) })}
          choices={[
            ...(shape === 'groups' ? [] : [{ value: none, label: 'No groups' }]),
            ...groups
              .filter(([value]) => value !== 'score' || !isScore)
              .filter(([value]) => value !== 'prompt_version_number' || value === by)
              .map(([value, label]) => ({ value, label })),
          ]}
        />
      )}
      {isByMetadata && (
        <TextField
          label="Metadata key"
          hint="Each value of the key is a group. The key customer has a group for each customer."
          list={keysList}
          value={draft.metadata_key ?? ''}
          onChange={(event) => set({ metadata_key: event.target.value || null })}
          autoComplete="off"
        />
      )}
      {isScore && (
        <SelectField
          label="Scores of"
          hint={
            subject
              ? 'Of the filters of the dashboard, only time, tags, metadata and models apply to this tile.'
              : undefined
          }
          value={subject ?? 'request'}
          onChange={(next) => set({ score_subject: next === 'request' ? null : next })}
          choices={scoredSubjects.map(([value, label]) => ({ value, label }))}
        />
      )}
      {(isScore || isByScore) && (
        <TextField
          label="Score"
          hint={
            measure === 'score' && !subject
              ? 'The name of a score. Empty: all scores.'
              : 'The name of a score.'
          }
          list={scoresList}
          value={draft.score_name ?? ''}
          onChange={(event) => set({ score_name: event.target.value || null })}
          autoComplete="off"
        />
      )}
      {measure === 'score_share' && (
        <TextField
          label="Value"
          hint="yes, no or a category, such as refund."
          value={draft.score_value ?? ''}
          onChange={(event) => set({ score_value: event.target.value || null })}
          autoComplete="off"
        />
      )}
      {!isSheet && subject === null && (
        <TileFilters
          filters={filtersIn(draft.filter_group)}
          onChange={(next) => set({ filter_group: next.length > 0 ? groupOf(next) : null })}
        />
      )}
      <Choices id={keysList} values={keys} />
      <Choices id={scoresList} values={scoreNames} />
    </>
  )
}

interface TileFiltersProps {
  readonly filters: readonly Filter[]
  readonly onChange: (filters: readonly Filter[]) => void
}

const TileFilters = ({ filters, onChange }: TileFiltersProps) => (
  <div className="flex flex-col gap-1.5">
    <span className="text-small font-medium text-ink-soft">Filters of this tile</span>
    {filters.length > 0 && (
      <ul aria-label="Filters of this tile" className="flex flex-wrap gap-1.5">
        {filters.map((filter, index) => (
          <li
            key={JSON.stringify(filter)}
            className="flex h-6 items-center gap-1 rounded-md bg-accent-soft pl-2 text-small text-accent-ink"
          >
            {wordsOf(filter)}
            <IconButton
              label={`Remove ${wordsOf(filter)}`}
              onClick={() => onChange(filters.toSpliced(index, 1))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    )}
    <FilterInput onAdd={(filter) => onChange([...filters, filter])} />
  </div>
)

const Choices = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
)
