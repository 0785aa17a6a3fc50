import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { queryClient, useMay } from '../../api/index.ts'
import { Badge, Button, Menu, MenuItem, toast, toastProblem } from '../../design/index.ts'
import { Ellipsis, Play } from '../../icons/index.ts'
import { lazyScreen, Page, useShortcuts, ViewOnly } from '../../shell/index.ts'
import { type useRuns, valuesOf } from '../../template-runs/forms.ts'
import { useValidity } from '../editor/use-validity.ts'
import { useValues } from '../editor/use-values.ts'
import { useVariableNames } from '../editor/use-variable-names.ts'
import { LabelBadge } from '../label-badge.tsx'
import { openRequestsQuery } from '../release/queries.ts'
import { usePromptRun } from '../run/use-prompt-run.ts'
import { useBringVersions } from '../use-bring-versions.ts'
import { writeDraft } from './draft-store.ts'
import { EditorFrame } from './editor-frame.tsx'
import { LabelLane } from './label-lane.tsx'
import { type Popup, Popups } from './popups.tsx'
import { PromptTabs, type TabName } from './prompt-tabs.tsx'
import { labelsQuery, type SavedVersion, versionQuery, versionsDownFrom } from './queries.ts'
import { useDraft } from './use-draft.ts'
import { VersionsSection } from './versions-section.tsx'

/** Parts that are loaded after the rest of the page, or on demand. */
const OpenDynamicLabel = lazyScreen(() => import('../dynamic/open-dynamic-label.tsx'), 'OpenDynamicLabel')
const Notice = lazyScreen(() => import('./notice.tsx'), 'Notice')
const OpenRequests = lazyScreen(() => import('../release/open-requests.tsx'), 'OpenRequests')

interface Props {
  readonly promptId: string
  readonly workspace: number
  readonly shown: SavedVersion
  readonly latest: SavedVersion
  /** True for an older version, which is read only. */
  readonly isOld: boolean
  readonly above: ReactNode
  readonly runs: ReturnType<typeof useRuns>
  /** Called with the base version of a draft, so that the page keeps showing it even if others save. */
  readonly onPin: (version: number | undefined) => void
}

/** The main part of the page: editor, versions, labels. */
export function Workbench({ promptId, workspace, shown, latest, isOld, above, runs, onPin }: Props) {
  const { tab = 'editor', dynamic, move } = useSearch({ from: '/prompts/$promptId' })
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const draftKey = { workspace, prompt: promptId, base: shown.number }
  const draft = useDraft(draftKey, shown)
  const mayWrite = useMay('contributor')
  const mayRelease = useMay('publisher')
  const [opened, setPopup] = useState<Popup | null>(null)
  const popup = opened ?? (move === undefined ? null : { release: shown, label: move })
  const validity = useValidity()
  const { data: labels = [] } = useQuery(labelsQuery(promptId))
  const { data: openRequests = [] } = useQuery(openRequestsQuery(promptId))
  const { values, setValues } = useValues(workspace, promptId)
  const version = isOld ? shown : draft.version
  const names = useVariableNames(version, draft.isChanged && !isOld)
  const readOnly = isOld || !mayWrite
  const isChanged = draft.isChanged && !readOnly
  const run = usePromptRun({ shown, version, isDraft: isChanged, names, values, runs })
  const isBehind = !isOld && latest.number > shown.number
  useEffect(() => {
    if (!isOld) onPin(isChanged ? shown.number : undefined)
  }, [isChanged, isOld, onPin, shown.number])

  const openTab = (next: TabName) =>
    navigate({ search: (search) => ({ ...search, tab: next === 'editor' ? undefined : next }) })
  const save = () => {
    if (readOnly)
      toast(isOld ? 'Not saved: an older version is shown.' : 'Not saved: your role can only read.')
    else if (validity.problem) toastProblem(`Not saved. ${validity.problem}`)
    else if (!isChanged) toast('There are no changes to save.')
    else setPopup(isBehind ? 'merge' : 'review')
  }
  const release = async (number: number) => {
    try {
      setPopup({ release: await queryClient.fetchQuery(versionQuery(promptId, number)) })
    } catch (error) {
      toastProblem(error)
    }
  }
  /** Writes content into the draft of the latest version, and shows the draft. */
  const continueWith = (version: Pick<SavedVersion, 'template' | 'metadata'>) => {
    const { template, metadata } = version
    writeDraft({ ...draftKey, base: latest.number }, { template, metadata })
    onPin(latest.number)
    void navigate({ search: (search) => ({ ...search, v: undefined, tab: undefined }) })
  }
  const discard = () => {
    const discarded = draft.version
    draft.discard()
    const undo = () => {
      // If another screen is open now, the stored draft is shown when this screen opens again.
      writeDraft(draftKey, discarded)
      draft.change(discarded)
    }
    toast('Changes discarded', { undo })
  }
  useShortcuts({
    'Mod s': save,
    e: () => void openTab('editor'),
    d: () => void openTab('compare'),
    ...(mayWrite && { 'Mod Enter': run.press }),
    ...(mayWrite && { l: () => void release(shown.number) }),
  })

  const bringVersions = useBringVersions()
  const openPlayground = () =>
    bringVersions(
      `${shown.name} ${isChanged ? 'with its unsaved changes' : `v${shown.number}`}`,
      [{ ...version, prompt: shown.name, version: isChanged ? undefined : shown.number }],
      valuesOf(names, values),
    )
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
          <ViewOnly />
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
              <MenuItem onSelect={openPlayground}>Open in playground</MenuItem>
              <MenuItem onSelect={() => setPopup('duplicate')}>Duplicate</MenuItem>
              <MenuItem disabled={!isChanged} onSelect={discard}>
                Discard changes
              </MenuItem>
            </Menu>
          )}
          {mayWrite && (
            <Button onClick={() => release(shown.number)}>
              {mayRelease ? 'Move label' : 'Ask for release'}
            </Button>
          )}
          {mayWrite && (
            <Button onClick={run.press}>
              <Play />
              Run
            </Button>
          )}
          {!readOnly && (
            <Button kind="primary" disabled={!isChanged && !validity.problem} onClick={save}>
              Save version
            </Button>
          )}
        </>
      }
    >
      <EditorFrame
        promptId={shown.promptId}
        version={version}
        readOnly={readOnly}
        onChange={draft.change}
        names={names}
        values={values}
        onValues={setValues}
        run={run}
        runs={runs}
        name={isChanged ? `draft on v${shown.number}` : `v${shown.number}`}
        isDraft={isChanged}
        onPlayground={openPlayground}
        isWide={!['editor', 'compare', 'code'].includes(tab)}
        side={
          <VersionsSection
            promptId={promptId}
            shown={shown.number}
            latest={latest.number}
            onRelease={release}
          />
        }
      >
        <LabelLane
          promptId={promptId}
          shown={shown.number}
          latest={latest.number}
          labels={labels}
          draftBase={isChanged ? shown.number : null}
        />
        <Suspense>
          {openRequests.length > 0 && <OpenRequests promptId={promptId} />}
          {isOld && (
            <Notice
              text={`You are viewing v${shown.number}; the latest is v${latest.number}.`}
              actions={[
                ...(mayWrite
                  ? [{ label: 'Restore as new version', onClick: () => continueWith(shown) }]
                  : []),
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
        </Suspense>
        <PromptTabs
          promptId={promptId}
          tab={tab}
          onTab={openTab}
          shown={shown}
          version={version}
          names={names}
          values={values}
          latest={latest.number}
          labels={labels}
          mayWrite={mayWrite}
          readOnly={readOnly}
          onChange={draft.change}
          onValidity={validity.set}
        />
      </EditorFrame>
      <Suspense>
        {dynamic !== undefined && (
          <OpenDynamicLabel
            promptId={shown.promptId}
            id={dynamic}
            labels={labels}
            versions={versionsDownFrom(latest.number)}
            onClose={() => void navigate({ search: (search) => ({ ...search, dynamic: undefined }) })}
          />
        )}
      </Suspense>
      <Popups
        popup={popup}
        promptId={promptId}
        shown={shown}
        latest={latest}
        draft={draft}
        onClose={() => {
          setPopup(null)
          if (move !== undefined)
            void navigate({ search: (before) => ({ ...before, move: undefined }), replace: true })
        }}
        onSaved={() => {
          draft.dropSaved()
          onPin(undefined)
        }}
        onConflict={async () => {
          await queryClient.refetchQueries({ queryKey: versionQuery(promptId, undefined).queryKey })
          setPopup('merge')
        }}
        onMerged={(merged) => {
          draft.dropSaved()
          continueWith(merged)
        }}
      />
    </Page>
  )
}
