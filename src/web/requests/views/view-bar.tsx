import { Suspense, useState } from 'react'
import { useMay } from '../../api/index.ts'
import { Button, classNames, MenuItem, MenuSeparator, MoreMenu } from '../../design/index.ts'
import { Bookmark, RotateCcw, Save } from '../../icons/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { useViewChanges, useViews } from './use-views.ts'
import type { StoredView, ViewKind } from './view-kind.ts'

const NameDialog = lazyScreen(() => import('../../dialogs/index.ts'), 'NameDialog')

interface Props<Shown, Stored extends StoredView> {
  readonly kind: ViewKind<Shown, Stored>
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}

/** The bar of saved searches. Changes of the shown search can be saved in the chosen view. */
export function ViewBar<Shown, Stored extends StoredView>({ kind, shown, onShow }: Props<Shown, Stored>) {
  const maySave = useMay('contributor')
  const [naming, setNaming] = useState<'new' | 'existing' | null>(null)
  const [chosen, setChosen] = useState<string>()
  const views = useViews(kind)
  const { create, rename, update, remove } = useViewChanges(kind)
  const current = views.find((view) => kind.isShown(view, shown))
  if (current && current.id !== chosen) setChosen(current.id)
  const chosenView = views.find(({ id }) => id === chosen)
  const stored = chosenView?.stored
  /** The view that the shown list was before it was changed. */
  const changed = current ? undefined : chosenView
  const close = () => {
    setNaming(null)
    create.reset()
    rename.reset()
  }
  return (
    <nav
      aria-label="Views"
      className="flex shrink-0 items-center gap-1 overflow-x-auto border-b bg-surface px-4 py-1.5"
    >
      <div data-page-actions="View" className="contents">
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            aria-current={view === current ? 'true' : undefined}
            onClick={() => onShow(kind.addressOf(view))}
            className={classNames(
              'h-6 max-w-60 shrink-0 truncate rounded-md px-2 text-ink-soft hover:text-ink',
              view === current && 'bg-raised font-medium text-ink',
              view === changed && 'font-medium text-ink',
            )}
          >
            <bdi>{view.name}</bdi>
            {view === changed && <span className="font-normal text-ink-faint"> (changed)</span>}
          </button>
        ))}
      </div>
      {changed && (
        <Button kind="quiet" size="small" onClick={() => onShow(kind.addressOf(changed))}>
          <RotateCcw />
          Reset
        </Button>
      )}
      {maySave && !current && (
        <>
          {stored && (
            <Button
              kind="quiet"
              size="small"
              isBusy={update.isPending}
              onClick={() => update.mutate({ view: stored, shown })}
            >
              <Save />
              <span className="max-w-60 truncate">
                Update <bdi>{stored.name}</bdi>
              </span>
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => setNaming('new')}>
            <Bookmark />
            {stored ? 'Save as another view' : 'Save view'}
          </Button>
        </>
      )}
      {maySave && current && stored && (
        <MoreMenu label={`More for view ${stored.name}`}>
          <MenuItem onSelect={() => setNaming('existing')}>Rename</MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => remove.mutate(stored)}>
            Delete
          </MenuItem>
        </MoreMenu>
      )}
      <Suspense>
        {naming === 'new' && (
          <NameDialog
            onClose={close}
            title="Save view"
            description={`A view stores ${kind.contents} for all members of the workspace.`}
            verb="Save view"
            state={create}
            onName={(name) =>
              create.mutate(
                { name, shown },
                {
                  onSuccess: (saved) => {
                    close()
                    onShow(kind.addressOf(kind.viewOf(saved)))
                  },
                },
              )
            }
          />
        )}
        {naming === 'existing' && stored && (
          <NameDialog
            onClose={close}
            title="Rename view"
            verb="Rename view"
            name={stored.name}
            state={rename}
            onName={(name) => rename.mutate({ view: stored, name }, { onSuccess: close })}
          />
        )}
      </Suspense>
    </nav>
  )
}
