import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import type { Tile } from '../../contract/index.ts'
import { queryOf } from '../api/index.ts'
import { classNames, TextField, toastProblem } from '../design/index.ts'
import { FormDialog } from '../dialogs/index.ts'
import type { Filters } from '../requests/index.ts'
import { chooseScores } from './choose-scores.ts'
import { isIncomplete, newTile, tileOf, titleOf, usedFields } from './tile-draft.ts'
import { TileFields } from './tile-fields.tsx'
import { TileGallery } from './tile-gallery.tsx'
import { TileView } from './tile-view.tsx'

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

/** Pixels of the preview. */
const previewHeight = 200

/** The form of a tile, with its preview; a new one may begin as a tile of the gallery. */
export function TileDialog({ tile, bottom, filters: variables, onSave, onClose }: Props) {
  const [edited, setEdited] = useState(() => tile ?? newTile(bottom))
  const [template, setTemplate] = useState<string>()
  const newest = useRef<Tile>(null)
  const set = (change: Partial<Tile>) => setEdited((before) => ({ ...before, ...change }))
  const choose = async (example: Tile) => {
    newest.current = example
    setTemplate(example.id)
    set({ ...example, id: edited.id, x: 0, y: bottom })
    const [scored] = await chooseScores([example])
    const { measure, score_name, score_value } = scored!
    // Meanwhile another tile of the gallery may be chosen, or a field changed.
    if (newest.current === example) set({ measure, score_name, score_value })
  }
  const { data } = useQuery({
    ...queryOf(['tables', 'sheets', edited.table_id], 'listSheets', {
      params: { table_id: edited.table_id! },
      query: { limit: 100 },
    }),
    enabled: usedFields(edited).isSheet && edited.table_id !== null,
    placeholderData: undefined,
  })
  const sheets = data?.data ?? []
  const draft = { ...edited, sheet_id: edited.sheet_id ?? sheets[0]?.id ?? null }
  const isDraftIncomplete = isIncomplete(draft)
  const complete = tileOf(draft)
  const previewed = useDeferredValue(complete)
  return (
    <FormDialog
      title={tile ? 'Edit tile' : 'Add tile'}
      verb={tile ? 'Save tile' : 'Add tile'}
      isReady={!isDraftIncomplete}
      wide
      onSubmit={() => onSave(complete)}
      onClose={onClose}
    >
      <div
        className={classNames('grid gap-4', !tile && 'grid-cols-[14rem_minmax(0,1fr)] max-md:grid-cols-1')}
      >
        {!tile && (
          <TileGallery chosen={template} onChoose={(example) => void choose(example).catch(toastProblem)} />
        )}
        <div className="flex min-w-0 flex-col gap-4">
          <div className="overflow-hidden rounded-lg border bg-surface" style={{ height: previewHeight }}>
            {isDraftIncomplete ? (
              <p className="grid h-full place-items-center text-small text-ink-faint">
                Fill in the missing fields to see a preview.
              </p>
            ) : (
              <TileView tile={previewed} filters={variables} height={previewHeight} />
            )}
          </div>
          <TileFields
            draft={draft}
            sheets={sheets}
            onChange={(change) => {
              newest.current = null
              set(change)
            }}
          />
          <TextField
            label="Title"
            name="title"
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
            placeholder={titleOf(draft)}
            autoComplete="off"
            maxLength={120}
          />
        </div>
      </div>
    </FormDialog>
  )
}
