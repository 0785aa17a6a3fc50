import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Tile } from '../../contract/index.ts'
import { queryOf, useMay } from '../api/index.ts'
import {
  Button,
  CopyButton,
  Empty,
  loadPart,
  MenuItem,
  MenuSeparator,
  MoreMenu,
  SkeletonRows,
  toast,
  UndoButtons,
} from '../design/index.ts'
import { Check, Copy, Pencil, Plus, Save, Trash2 } from '../icons/index.ts'
import { FilterBar, type Filters, ViewBar } from '../requests/index.ts'
import { Page, PageProblem, useShortcuts } from '../shell/index.ts'
import { dashboardViews } from './dashboard-views.ts'
import { bottomOf } from './grid.ts'
import { logSearch } from './log-search.ts'
import { tileChanges } from './tile-changes.ts'
import { TileGrid } from './tile-grid.tsx'
import { TileView } from './tile-view.tsx'
import { dashboardKey, useDashboardChanges } from './use-dashboards.ts'
import { useTiles } from './use-tiles.ts'
import { addressOf, savedVariables, storedVariables, variablesOf } from './variables.ts'

const TileDialog = lazy(async () => ({
  default: (await loadPart(() => import('./tile-dialog.tsx'))).TileDialog,
}))
const NameDialog = lazy(async () => ({
  default: (await loadPart(() => import('../dialogs/index.ts'))).NameDialog,
}))

interface TileMenuProps {
  readonly tile: Tile
  readonly onEdit: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

const TileMenu = ({ tile, onEdit, onDuplicate, onRemove }: TileMenuProps) => (
  <MoreMenu label={`More for ${tile.title}`}>
    <MenuItem onSelect={onEdit}>
      <Pencil />
      Edit
    </MenuItem>
    <MenuItem onSelect={onDuplicate}>
      <Copy />
      Duplicate
    </MenuItem>
    <MenuSeparator />
    <MenuItem danger onSelect={onRemove}>
      <Trash2 />
      Remove
    </MenuItem>
  </MoreMenu>
)

/** Tiles over requests and scores, with variables that filter all of them. */
export function Dashboard() {
  const { dashboardId } = useParams({ from: '/dashboards/$dashboardId' })
  const { edit, ...address } = useSearch({ from: '/dashboards/$dashboardId' })
  const navigate = useNavigate({ from: '/dashboards/$dashboardId' })
  const mayChange = useMay('contributor')
  const [editing, setEditing] = useState<Tile | 'new'>()
  const [isNaming, setNaming] = useState(false)
  const id = Number(dashboardId)
  const { data, error, refetch } = useQuery({
    ...queryOf(dashboardKey(id), 'readDashboard', { params: { dashboard_id: id } }),
    placeholderData: undefined,
  })
  const stored = data?.dashboard
  const save = useDashboardChanges(stored)
  const { setTiles, undo, redo } = useTiles(stored?.tiles ?? [], (next) => save.mutate({ tiles: [...next] }))
  const saved = stored ? storedVariables(stored) : {}
  const filters = variablesOf(saved, address)
  const change = (next: Filters) =>
    navigate({ search: (before) => ({ ...before, ...addressOf(saved, next) }), replace: true })
  const zoomOut = () => void change({ from: undefined, to: undefined })
  useShortcuts(filters.from ? { Escape: zoomOut } : {})
  const above = (
    <Link to="/dashboards" className="hover:underline">
      Dashboards /
    </Link>
  )
  if (!stored)
    return (
      <Page title={error ? 'Dashboard' : ''} above={above}>
        {error ? (
          <PageProblem error={error} onRetry={refetch} back={{ to: '/dashboards', name: 'dashboards' }} />
        ) : (
          <SkeletonRows rows={12} />
        )}
      </Page>
    )
  const isEditing = edit === true && mayChange
  const { tiles } = stored
  const isChanged =
    address.from === undefined &&
    JSON.stringify(savedVariables(filters)) !== JSON.stringify(savedVariables(saved))
  const changes = tileChanges(id, tiles, setTiles)
  return (
    <Page
      title={<bdi>{stored.name}</bdi>}
      above={above}
      badges={
        stored.author && (
          <span className="text-small text-ink-faint">
            by <bdi>{stored.author}</bdi>
          </span>
        )
      }
      actions={
        <>
          <CopyButton name="link" text={location.href} />
          {mayChange && (
            <>
              {isEditing && (
                <>
                  <UndoButtons undo={undo} redo={redo} />
                  <Button onClick={() => setNaming(true)}>Rename</Button>
                  <Button onClick={() => setEditing('new')}>
                    <Plus />
                    Add tile
                  </Button>
                </>
              )}
              <Button
                kind={isEditing ? 'primary' : 'plain'}
                onClick={() =>
                  void navigate({
                    search: (before) => ({ ...before, edit: isEditing ? undefined : true }),
                    replace: true,
                  })
                }
              >
                {isEditing ? <Check /> : <Pencil />}
                {isEditing ? 'Done' : 'Edit'}
              </Button>
            </>
          )}
        </>
      }
    >
      <ViewBar kind={dashboardViews(saved)} shown={filters} onShow={(next) => void change(next)} />
      <FilterBar filters={filters} defaultRange="7d" onChange={(next) => void change(next)}>
        {mayChange && isChanged && (
          <Button
            onClick={() =>
              save.mutate(savedVariables(filters), {
                onSuccess: () => toast('Filters and time saved for everyone'),
              })
            }
          >
            <Save />
            Save filters
          </Button>
        )}
      </FilterBar>
      <div className="min-h-0 flex-1 bg-canvas p-4">
        {tiles.length === 0 ? (
          <Empty
            title="No tiles yet"
            action={
              mayChange && (
                <Button kind="primary" onClick={() => setEditing('new')}>
                  <Plus />
                  Add tile
                </Button>
              )
            }
          >
            A tile shows one measure: a number, a chart over time, or a list of groups.
          </Empty>
        ) : (
          <TileGrid
            tiles={tiles}
            isEditing={isEditing}
            onArrange={setTiles}
            show={(tile, height) => (
              <TileView
                tile={tile}
                filters={filters}
                height={height}
                onZoom={(from, to) => void navigate({ search: (before) => ({ ...before, from, to }) })}
                onPick={(from, to) =>
                  void navigate({
                    to: '/requests',
                    search: { ...logSearch(tile, filters), range: undefined, from, to },
                  })
                }
                onReset={filters.from ? zoomOut : undefined}
                actions={
                  isEditing && (
                    <TileMenu
                      tile={tile}
                      onEdit={() => setEditing(tile)}
                      onDuplicate={() => changes.duplicate(tile)}
                      onRemove={() => changes.remove(tile)}
                    />
                  )
                }
              />
            )}
          />
        )}
      </div>
      <Suspense>
        {editing && (
          <TileDialog
            tile={editing === 'new' ? undefined : editing}
            filters={filters}
            bottom={bottomOf(tiles)}
            onSave={(tile) => {
              changes.put(tile)
              setEditing(undefined)
            }}
            onClose={() => setEditing(undefined)}
          />
        )}
        {isNaming && (
          <NameDialog
            title="Rename dashboard"
            verb="Rename"
            name={stored.name}
            state={save}
            onName={(name) => save.mutate({ name }, { onSuccess: () => setNaming(false) })}
            onClose={() => setNaming(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}
