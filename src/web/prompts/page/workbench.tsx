import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, useNavigate, useSearch } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { queryClient, useMay } from '../../api/index.ts'
import { Badge, Button, Menu, MenuItem, Skeleton, Tabs, toast } from '../../design/index.ts'
import { Page, useShortcuts } from '../../shell/index.ts'
import { UseInCode } from '../code/use-in-code.tsx'
import { useNames } from '../editor/use-names.ts'
import { useValues } from '../editor/use-values.ts'
import { VariablesSection } from '../editor/variables-section.tsx'
import { LabelBadge } from '../label-badge.tsx'
import { NewPrompt } from '../new-prompt.tsx'
import { writeDraft } from './draft-store.ts'
import { EditorTab } from './editor-tab.tsx'
import { Notice } from './notice.tsx'
import { labelsQuery, type SavedVersion, versionQuery, versionsQuery } from './queries.ts'
import { SidePanel } from './side-panel.tsx'
import { useDraft } from './use-draft.ts'
import { VersionsSection } from './versions-section.tsx'

/** What a tab or a dialog needs is fetched when somebody opens it. */
const CompareTab = lazyRouteComponent(() => import('../compare/compare-tab.tsx'), 'CompareTab')
const ExternalIdsTab = lazyRouteComponent(() => import('./external-ids-tab.tsx'), 'ExternalIdsTab')
const Merge = lazyRouteComponent(() => import('../release/merge.tsx'), 'Merge')
const MoveLabel = lazyRouteComponent(() => import('../release/move-label.tsx'), 'MoveLabel')
const RequestsTab = lazyRouteComponent(() => import('./requests-tab.tsx'), 'RequestsTab')
const Review = lazyRouteComponent(() => import('../release/review.tsx'), 'Review')

interface Props {
  readonly promptId: string
  readonly workspace: number
  readonly shown: SavedVersion
  readonly latest: SavedVersion
  /** Looked at, not worked on. */
  readonly isOld: boolean
  readonly above: ReactNode
  /** Keeps to this version while a draft stands on it, whatever others save. */
  readonly onHold: (version: number | undefined) => void
}

type Popup = 'review' | 'merge' | 'duplicate' | { readonly release: SavedVersion }

/** One prompt: its text, its past, and where its labels point. */
export function Workbench({ promptId, workspace, shown, latest, isOld, above, onHold }: Props) {
  const { tab = 'editor' } = useSearch({ from: '/prompts/$promptId' })
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const place = { workspace, prompt: promptId, base: shown.number }
  const draft = useDraft(place, shown)
  const mayWrite = useMay('contributor')
  const mayRelease = useMay('publisher')
  const [popup, setPopup] = useState<Popup | null>(null)
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set())
  const versions = useInfiniteQuery(versionsQuery(promptId))
  const { data: labels = [] } = useQuery(labelsQuery(promptId))
  const { values, setValue } = useValues(workspace, promptId)
  const names = useNames(isOld ? shown : draft.version, draft.isChanged && !isOld)
  const readOnly = isOld || !mayWrite
  const isChanged = draft.isChanged && !readOnly
  const isBehind = !isOld && latest.number > shown.number
  const maySave = isChanged && invalid.size === 0
  useEffect(() => {
    if (!isOld) onHold(isChanged ? shown.number : undefined)
  }, [isChanged, isOld, onHold, shown.number])

  const go = (next: 'editor' | 'compare' | 'code' | 'requests' | 'ids') =>
    navigate({ search: (search) => ({ ...search, tab: next === 'editor' ? undefined : next }) })
  const save = () => maySave && setPopup(isBehind ? 'merge' : 'review')
  const release = async (number: number) => {
    try {
      setPopup({ release: await queryClient.fetchQuery(versionQuery(promptId, number)) })
    } catch (error) {
      toast((error as Error).message, { isProblem: true })
    }
  }
  /** A draft on the latest version, as if somebody had written it there. */
  const goOnWith = (version: Pick<SavedVersion, 'template' | 'metadata'>) => {
    const { template, metadata } = version
    writeDraft({ ...place, base: latest.number }, { template, metadata })
    onHold(latest.number)
    void navigate({ search: (search) => ({ ...search, v: undefined, tab: undefined }) })
  }
  const setValidity = (part: string, isValid: boolean) =>
    setInvalid((now) => {
      if (now.has(part) !== isValid) return now
      const next = new Set(now)
      if (!next.delete(part)) next.add(part)
      return next
    })
  useShortcuts({
    'Mod s': save,
    e: () => void go('editor'),
    d: () => void go('compare'),
    ...(mayRelease && { l: () => void release(shown.number) }),
  })

  const loaded = versions.data?.pages.flatMap((page) => page.versions)
  const close = () => setPopup(null)
  return (
    <Page
      title={<bdi>{shown.name}</bdi>}
      above={above}
      badges={
        <>
          <Badge>v{shown.number}</Badge>
          {labels
            .filter(({ version }) => version === shown.number)
            .map(({ id, name }) => (
              <LabelBadge key={id} name={name} />
            ))}
          {isChanged && <Badge tone="warning">Unsaved changes</Badge>}
        </>
      }
      actions={
        <>
          {mayWrite && (
            <Menu
              trigger={
                <Button kind="quiet" size="icon" aria-label="More">
                  <Ellipsis />
                </Button>
              }
            >
              <MenuItem onSelect={() => setPopup('duplicate')}>Duplicate</MenuItem>
              <MenuItem disabled={!isChanged} onSelect={draft.discard}>
                Discard changes
              </MenuItem>
            </Menu>
          )}
          {mayRelease && <Button onClick={() => release(shown.number)}>Move label</Button>}
          {!readOnly && (
            <Button kind="primary" disabled={!maySave} onClick={save}>
              Save version
            </Button>
          )}
        </>
      }
    >
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col overflow-auto">
          {isOld && (
            <Notice
              text={`You are viewing v${shown.number}; the latest is v${latest.number}.`}
              actions={[
                ...(mayWrite ? [{ label: 'Restore as new version', onClick: () => goOnWith(shown) }] : []),
                {
                  label: 'Compare',
                  onClick: () => navigate({ search: { tab: 'compare', base: shown.number } }),
                },
                { label: 'Back to the latest', onClick: () => navigate({ search: { tab } }) },
              ]}
            />
          )}
          {isBehind && isChanged && (
            <Notice
              text={`v${latest.number} was saved while you worked on v${shown.number}.`}
              actions={[{ label: `Merge with v${latest.number}`, onClick: () => setPopup('merge') }]}
            />
          )}
          <Tabs
            value={tab}
            onChange={go}
            tabs={[
              {
                value: 'editor',
                label: 'Editor',
                panel: (
                  <EditorTab
                    version={isOld ? shown : draft.version}
                    names={names}
                    readOnly={readOnly}
                    onChange={draft.change}
                    onValidity={setValidity}
                  />
                ),
              },
              {
                value: 'compare',
                label: 'Compare',
                panel: (
                  <Suspense fallback={<Skeleton className="m-4 h-64" />}>
                    <CompareTab promptId={promptId} shown={shown} versions={loaded ?? []} labels={labels} />
                  </Suspense>
                ),
              },
              {
                value: 'code',
                label: 'Use in code',
                panel: <UseInCode shown={shown} labels={labels} values={values} />,
              },
              {
                value: 'requests',
                label: 'Requests',
                panel: (
                  <Suspense fallback={<Skeleton className="m-4 h-64" />}>
                    <RequestsTab promptId={shown.promptId} />
                  </Suspense>
                ),
              },
              {
                value: 'ids',
                label: 'External ids',
                panel: (
                  <Suspense fallback={<Skeleton className="m-4 h-32" />}>
                    <ExternalIdsTab promptId={shown.promptId} mayWrite={mayWrite} />
                  </Suspense>
                ),
              },
            ]}
          />
        </div>
        <SidePanel version={isOld ? shown : draft.version} readOnly={readOnly} onChange={draft.change}>
          <VariablesSection names={names} values={values} onChange={setValue} />
          <VersionsSection
            promptId={promptId}
            shown={shown.number}
            versions={loaded}
            error={versions.error}
            onRetry={versions.refetch}
            onMore={versions.hasNextPage ? () => void versions.fetchNextPage() : null}
            onRelease={release}
          />
        </SidePanel>
      </div>
      <Suspense>
        {popup === 'review' && (
          <Review
            promptId={promptId}
            saved={shown}
            draft={draft.version}
            onClose={close}
            onSaved={() => {
              draft.settle()
              onHold(undefined)
            }}
            onOvertaken={async () => {
              await queryClient.refetchQueries({ queryKey: versionQuery(promptId, undefined).queryKey })
              setPopup('merge')
            }}
          />
        )}
        {popup === 'merge' && (
          <Merge
            base={shown}
            theirs={latest}
            yours={draft.version}
            onClose={close}
            onMerged={(merged) => {
              draft.settle()
              goOnWith(merged)
            }}
          />
        )}
        {popup === 'duplicate' && (
          <NewPrompt folder={null} copyOf={{ id: shown.promptId, name: shown.name }} onClose={close} />
        )}
        {popup !== null && typeof popup === 'object' && (
          <MoveLabel promptId={promptId} to={popup.release} onClose={close} />
        )}
      </Suspense>
    </Page>
  )
}
