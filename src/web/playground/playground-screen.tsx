import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call, invalidate, useMay } from '../api/index.ts'
import { Badge, Button, buttonStyle, Problem, SkeletonRows, toast } from '../design/index.ts'
import { Library, Save } from '../icons/index.ts'
import { lazyScreen, Page, PageProblem } from '../shell/index.ts'
import { PlaygroundMenu } from './playground-menu.tsx'
import { playgroundQuery } from './queries.ts'
import { SaveStatus } from './save-status.tsx'
import { useAutosave } from './use-autosave.ts'
import { useFirstModel } from './use-first-model.ts'
import { useOpen } from './use-open.ts'
import { useQueuedContent } from './use-queued-content.ts'
import { useRequest } from './use-request.ts'
import { useShared } from './use-shared.ts'
import { Workbench } from './workbench.tsx'

const ConflictNotice = lazyScreen(() => import('./notices.tsx'), 'ConflictNotice')
const DeletedNotice = lazyScreen(() => import('./notices.tsx'), 'DeletedNotice')
const PlaygroundName = lazyScreen(() => import('./playground-name.tsx'), 'PlaygroundName')

interface Props {
  /** If undefined, the unsaved playground of this browser. */
  readonly id: number | undefined
  readonly onSaved: (id: number) => void
}

/** One playground, with its save status and the last author. */
export function PlaygroundScreen({ id, onSaved }: Props) {
  const client = useQueryClient()
  const maySave = useMay('contributor')
  const [naming, setNaming] = useState<'save' | 'rename' | null>(null)
  const { bench, setBench, saveAs, autosave, snapshot, query } = useAutosave(id)
  const open = useOpen(bench, setBench)
  useFirstModel(id === undefined, bench, setBench)
  const problem = useRequest(open)
  useQueuedContent(open)
  useShared(open)
  const saved = snapshot?.playground ?? null
  if (id !== undefined && !snapshot)
    return (
      <Page title="Playground">
        {query.error ? (
          <PageProblem
            error={query.error}
            onRetry={query.refetch}
            back={{ to: '/playground/saved', name: 'playgrounds' }}
          />
        ) : (
          <SkeletonRows />
        )}
      </Page>
    )
  const rename = async (name: string) => {
    await autosave?.flush()
    const base_version = autosave!.snapshot().playground.version
    const request = { params: { playground_id: saved!.id }, body: { base_version, name } }
    const { playground } = await call('updatePlayground', request)
    client.setQueryData(playgroundQuery(playground.id).queryKey, playground)
    void invalidate(['playgrounds', 'list'])
    toast('Playground renamed')
  }
  const save = async (name: string) => {
    const created = await saveAs(name)
    toast(`${created.name} saved`)
    onSaved(created.id)
  }
  const state = snapshot?.state
  return (
    <>
      <Workbench
        id={saved?.id}
        title={saved?.name ?? 'Playground'}
        above={
          saved && (
            <>
              <Link to="/playground/saved" className="hover:text-ink">
                Playgrounds
              </Link>{' '}
              /
            </>
          )
        }
        badges={
          snapshot ? (
            <SaveStatus snapshot={snapshot} maySave={maySave} onRetry={() => void autosave?.flush()} />
          ) : (
            <Badge title="Kept in this browser only">Not saved</Badge>
          )
        }
        actions={(onTable) => (
          <>
            {!saved && (
              <Link to="/playground/saved" className={buttonStyle({})}>
                <Library />
                Saved playgrounds
              </Link>
            )}
            <PlaygroundMenu
              bench={bench}
              saved={saved}
              onTable={onTable}
              onRename={() => setNaming('rename')}
            />
            {!saved && maySave && (
              <Button onClick={() => setNaming('save')}>
                <Save />
                Save
              </Button>
            )}
          </>
        )}
        notice={
          <Suspense>
            {problem && <Problem error={problem} />}
            {autosave && state?.kind === 'conflict' && (
              <ConflictNotice
                theirs={state.theirs}
                onTakeTheirs={autosave.takeTheirs}
                onKeepMine={autosave.keepMine}
                onCopy={() => setNaming('save')}
              />
            )}
            {state?.kind === 'deleted' && <DeletedNotice onCopy={() => setNaming('save')} />}
          </Suspense>
        }
        bench={bench}
        setBench={setBench}
        open={open}
      />
      <Suspense>
        {naming === 'save' && (
          <PlaygroundName
            title="Save playground"
            description="Everyone in this workspace can open it. Later changes are saved as you make them."
            name={
              saved ? `${saved.name} (copy)` : (bench.variants.find(({ prompt }) => prompt)?.prompt ?? '')
            }
            onSave={save}
            onClose={() => setNaming(null)}
          />
        )}
        {naming === 'rename' && saved && (
          <PlaygroundName
            title="Rename playground"
            name={saved.name}
            onSave={rename}
            onClose={() => setNaming(null)}
          />
        )}
      </Suspense>
    </>
  )
}
