import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import type { Tile, TileGroup, TileMeasure, TileScoreSubject } from '../../contract/index.ts'
import { queryOf } from '../api/index.ts'
import { TableSelect } from '../choosers/index.ts'
import { Button, classNames, Field, Input, Segmented, Select, TextField } from '../design/index.ts'
import { FormDialog } from '../dialogs/index.ts'
import { X } from '../icons/index.ts'
import {
  type Filter,
  FilterInput,
  type Filters,
  fieldNamed,
  filtersIn,
  groupOf,
  useSuggestions,
  wordsOf,
} from '../requests/index.ts'
import { chooseScores } from './choose-scores.ts'
import { TileGallery } from './tile-gallery.tsx'
import { TileView } from './tile-view.tsx'
import { useScoreNames } from './use-score-names.ts'
import { groupNames, measureNames, scoredNames, shapeNames } from './words.ts'

interface Props {
  /** The edited tile; absent: a new one. */
  readonly tile: Tile | undefined
  /** The first free row of the grid. */
  readonly bottom: number
  /** The variables of the dashboard, for the preview. */
  readonly filters: Filters
  readonly onSave: (tile: Tile) => void
  readonly onClose: () => void
}

const fresh = (bottom: number): Tile => ({
  id: crypto.randomUUID(),
  title: '',
  measure: 'requests',
  shape: 'over_time',
  group_by: null,
  metadata_key: null,
  score_name: null,
  score_value: null,
  score_subject: null,
  filter_group: null,
  table_id: null,
  sheet_id: null,
  x: 0,
  y: bottom,
  width: 6,
  height: 3,
})

const none = 'none'
const measures = Object.entries(measureNames) as [TileMeasure, string][]
const groups = Object.entries(groupNames) as [TileGroup, string][]
const shapes = Object.entries(shapeNames) as [Tile['shape'], string][]
const scored = Object.entries(scoredNames) as [TileScoreSubject | 'request', string][]

/** Pixels of the preview. */
const previewHeight = 200

/** The form of a tile, with its preview; a new one may begin as a tile of the gallery. */
export function TileDialog({ tile, bottom, filters: variables, onSave, onClose }: Props) {
  const [draft, setDraft] = useState(() => tile ?? fresh(bottom))
  const [template, setTemplate] = useState<string>()
  const set = (change: Partial<Tile>) => setDraft({ ...draft, ...change })
  const choose = async (chosen: Tile) => {
    setTemplate(chosen.id)
    const [scored] = await chooseScores([chosen])
    setDraft({ ...scored!, id: draft.id, x: 0, y: bottom })
  }
  const { measure, group_by: by } = draft
  const isSheet = measure === 'sheet_score'
  const isScore = measure === 'score' || measure === 'score_share'
  const subject = isScore ? draft.score_subject : null
  const shape = subject && draft.shape === 'groups' ? 'over_time' : draft.shape
  const sheets = useQuery({
    ...queryOf(['tables', 'sheets', draft.table_id], 'listSheets', {
      params: { table_id: draft.table_id! },
      query: { limit: 100 },
    }),
    enabled: isSheet && draft.table_id !== null,
    placeholderData: undefined,
  })
  const sheet = draft.sheet_id ?? sheets.data?.data[0]?.id ?? null
  const filters = filtersIn(draft.filter_group)
  const setFilters = (next: readonly Filter[]) =>
    set({ filter_group: next.length > 0 ? groupOf(next) : null })
  const isGrouped = shape !== 'number' && !isSheet && subject === null
  const isByScore = isGrouped && by === 'score'
  const isLacking =
    (measure === 'score_share' && (!draft.score_name || !draft.score_value)) ||
    (subject !== null && !draft.score_name) ||
    (isByScore && (isScore || !draft.score_name)) ||
    (isSheet && sheet === null) ||
    (isGrouped && shape === 'groups' && by === null) ||
    (isGrouped && by === 'metadata' && !draft.metadata_key)
  const keys = useSuggestions({
    field: by === 'metadata' ? fieldNamed('metadata') : undefined,
    key: undefined,
    of: 'keys',
    prefix: '',
  })
  const scoreNames = useScoreNames(subject, isScore || isByScore)
  const [keysList, scoresList] = [useId(), useId()]
  const usualTitle = titleOf(draft)
  const complete: Tile = {
    ...draft,
    title: draft.title.trim() || usualTitle,
    shape: isSheet ? 'over_time' : shape,
    group_by: isGrouped ? by : null,
    metadata_key: isGrouped && by === 'metadata' ? draft.metadata_key : null,
    score_name: isScore || isByScore ? draft.score_name : null,
    score_value: measure === 'score_share' ? draft.score_value : null,
    score_subject: subject,
    filter_group: subject ? null : draft.filter_group,
    table_id: isSheet ? draft.table_id : null,
    sheet_id: isSheet ? sheet : null,
  }
  const previewed = useDeferredValue(complete)
  return (
    <FormDialog
      title={tile ? 'Edit tile' : 'Add tile'}
      verb={tile ? 'Save tile' : 'Add tile'}
      isReady={!isLacking}
      wide
      onSubmit={() => onSave(complete)}
      onClose={onClose}
    >
      <div
        className={classNames('grid gap-4', !tile && 'grid-cols-[14rem_minmax(0,1fr)] max-md:grid-cols-1')}
      >
        {!tile && <TileGallery chosen={template} onChoose={(chosen) => void choose(chosen)} />}
        <div className="flex min-w-0 flex-col gap-4">
          <div className="overflow-hidden rounded-lg border bg-surface" style={{ height: previewHeight }}>
            {isLacking ? (
              <p className="grid h-full place-items-center text-small text-ink-faint">
                The preview needs the missing fields.
              </p>
            ) : (
              <TileView tile={previewed} filters={variables} height={previewHeight} />
            )}
          </div>
          <Field label="Measure">
            {({ id }) => (
              <Select
                id={id}
                value={measure}
                onChange={(next) => set({ measure: next })}
                choices={measures.map(([value, label]) => ({ value, label }))}
                className="w-full"
              />
            )}
          </Field>
          {isSheet ? (
            <>
              <Field label="Table" hint="Each calculation of its score is a point.">
                {(control) => (
                  <TableSelect
                    {...control}
                    value={draft.table_id ?? ''}
                    onChange={(table) => set({ table_id: table, sheet_id: null })}
                  />
                )}
              </Field>
              {sheets.data && sheets.data.data.length > 1 && (
                <Field label="Sheet">
                  {({ id }) => (
                    <Select
                      id={id}
                      value={sheet ?? ''}
                      onChange={(next) => set({ sheet_id: next })}
                      choices={sheets.data.data.map(({ id: value, title }) => ({ value, label: title }))}
                      className="w-full"
                    />
                  )}
                </Field>
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
            <Field label="Group by">
              {({ id }) => (
                <Select
                  id={id}
                  value={by ?? none}
                  onChange={(next) => set({ group_by: next === none ? null : (next as TileGroup) })}
                  choices={[
                    ...(shape === 'groups' ? [] : [{ value: none, label: 'No groups' }]),
                    ...groups
                      .filter(([value]) => value !== 'score' || !isScore)
                      .filter(([value]) => value !== 'prompt_version_number' || value === by)
                      .map(([value, label]) => ({ value, label })),
                  ]}
                  className="w-full"
                />
              )}
            </Field>
          )}
          {isGrouped && by === 'metadata' && (
            <Field label="Metadata key" hint="Its values are the groups, such as customer.">
              {(control) => (
                <Input
                  {...control}
                  list={keysList}
                  value={draft.metadata_key ?? ''}
                  onChange={(event) => set({ metadata_key: event.target.value || null })}
                  autoComplete="off"
                />
              )}
            </Field>
          )}
          {isScore && (
            <Field
              label="Scores of"
              hint={
                subject ? 'Of the filters, this tile follows the time, tags, metadata and models.' : undefined
              }
            >
              {({ id }) => (
                <Select
                  id={id}
                  value={subject ?? 'request'}
                  onChange={(next) => set({ score_subject: next === 'request' ? null : next })}
                  choices={scored.map(([value, label]) => ({ value, label }))}
                  className="w-full"
                />
              )}
            </Field>
          )}
          {(isScore || isByScore) && (
            <Field
              label="Score"
              hint={measure === 'score' && !subject ? 'Its name; empty for all scores.' : 'Its name.'}
            >
              {(control) => (
                <Input
                  {...control}
                  list={scoresList}
                  value={draft.score_name ?? ''}
                  onChange={(event) => set({ score_name: event.target.value || null })}
                  autoComplete="off"
                />
              )}
            </Field>
          )}
          {measure === 'score_share' && (
            <Field label="Value" hint="yes, no or a category, such as refund.">
              {(control) => (
                <Input
                  {...control}
                  value={draft.score_value ?? ''}
                  onChange={(event) => set({ score_value: event.target.value || null })}
                  autoComplete="off"
                />
              )}
            </Field>
          )}
          {!isSheet && subject === null && (
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
                      <Button
                        kind="quiet"
                        size="small-icon"
                        aria-label={`Remove ${wordsOf(filter)}`}
                        onClick={() => setFilters(filters.filter((_one, otherIndex) => otherIndex !== index))}
                      >
                        <X />
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
              <FilterInput onAdd={(filter) => setFilters([...filters, filter])} />
            </div>
          )}
          <Choices id={keysList} values={keys} />
          <Choices id={scoresList} values={scoreNames} />
          <TextField
            label="Title"
            name="title"
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
            placeholder={usualTitle}
            autoComplete="off"
            maxLength={120}
          />
        </div>
      </div>
    </FormDialog>
  )
}

const Choices = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
)

/** The title of a tile without one: `Cost by prompt`. */
function titleOf(tile: Tile): string {
  const { measure, shape, group_by: by } = tile
  const key = by === 'score' ? tile.score_name : by === 'metadata' ? tile.metadata_key : null
  const name = scoreTitle(tile) ?? measureNames[measure]
  if (measure === 'sheet_score' || shape === 'number' || by === null) return name
  return `${name} by ${key || groupNames[by].toLowerCase()}`
}

function scoreTitle({ measure, score_name: name, score_value: value }: Tile): string | null {
  if (measure === 'score' && name) return `Mean of ${name}`
  return measure === 'score_share' && name && value ? `${name}: ${value}` : null
}
