import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/index.ts'
import { Badge, Button, toastProblem, UndoButtons } from '../../design/index.ts'
import { History, ListChecks, Play, Plus } from '../../icons/index.ts'
import { Page, useShortcuts, ViewOnly } from '../../shell/index.ts'
import { disconnected, withEdge, withoutNode } from '../definition/change.ts'
import { locationOf, type Refused } from '../definition/refused.ts'
import type { Selected } from '../graph/drawing.ts'
import { Graph } from '../graph/graph.tsx'
import { latestOf, versionsQuery } from '../queries.ts'
import { RunDialog } from '../runs/run-dialog.tsx'
import { EditorPanel } from './editor-panel.tsx'
import type { SavedWorkflow } from './save-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { useDraft } from './use-draft.ts'

interface Props {
  readonly workspace: number
  readonly above: ReactNode
  readonly saved: SavedWorkflow
}

/** The editor of one workflow version. */
export function Workbench({ workspace, above, saved }: Props) {
  const { id, version } = saved
  const draft = useDraft({ workspace, workflow: id, base: version }, saved.definition)
  const { definition, change } = draft
  const { panel, node } = useSearch({ from: '/workflows/$workflowId' })
  const navigate = useNavigate({ from: '/workflows/$workflowId' })
  const mayChange = useMay('contributor')
  const [selected, setSelected] = useState<Selected>(node === undefined ? null : { kind: 'node', name: node })
  const [refused, setRefused] = useState<Refused | null>(null)
  const [dialog, setDialog] = useState<'save' | 'run' | null>(null)
  const [isReadable, setReadable] = useState(true)
  const latest = latestOf(useInfiniteQuery({ ...versionsQuery(id ?? 0), enabled: id !== null }).data)
  const isOld = latest !== undefined && version < latest
  // An unchanged older version is saved again to restore it. A config that cannot be read is a change too.
  const canSave = mayChange && (draft.isChanged || isOld || !isReadable)
  const discard = () => {
    draft.discard()
    draft.offerUndo('Changes discarded')
  }
  const show = (next: 'versions' | 'runs' | undefined) => {
    setSelected(null)
    void navigate({ search: (before) => ({ ...before, panel: next }), replace: true })
  }
  const remove = (removed: NonNullable<Selected>) => {
    if (removed.kind === 'node') {
      change(withoutNode(definition, removed.name))
      draft.offerUndo(`${removed.name} deleted`)
    }
    if (removed.kind === 'link') change(disconnected(definition, removed.source, removed.target))
    setSelected(null)
  }
  const refuse = (next: Refused) => {
    setRefused(next)
    const target = locationOf(next)
    if (!target) return
    setDialog(null)
    if ('node' in target) setSelected({ kind: 'node', name: target.node })
    else setSelected({ kind: 'link', source: target.link.source, target: target.link.target })
  }
  const save = () => {
    if (isReadable) return setDialog('save')
    const node = selected?.kind === 'node' ? selected.name : 'The node'
    toastProblem(`${node}: the config is not valid JSON. Correct it before you save.`)
  }
  useShortcuts({
    'Mod s': () => canSave && save(),
    'Mod Enter': () => id !== null && mayChange && setDialog('run'),
  })
  return (
    <Page
      title={<bdi>{saved.name}</bdi>}
      above={above}
      badges={
        <>
          {version > 0 && <Badge>v{version}</Badge>}
          <ViewOnly />
          {draft.isChanged && <Badge tone="warning">Unsaved changes</Badge>}
        </>
      }
      actions={
        <>
          {draft.isChanged && (
            <Button kind="quiet" onClick={discard}>
              Discard
            </Button>
          )}
          {id !== null && (
            <>
              <Button
                aria-pressed={panel === 'versions'}
                onClick={() => show(panel === 'versions' ? undefined : 'versions')}
              >
                <History />
                Versions
              </Button>
              <Button
                aria-pressed={panel === 'runs'}
                onClick={() => show(panel === 'runs' ? undefined : 'runs')}
              >
                <ListChecks />
                Runs
              </Button>
              {mayChange && (
                <Button onClick={() => setDialog('run')}>
                  <Play />
                  Run
                </Button>
              )}
            </>
          )}
          {mayChange && (
            <Button kind="primary" disabled={!canSave} onClick={save}>
              {isOld && !draft.isChanged ? 'Restore version' : 'Save version'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex min-h-0 flex-1">
        <Graph
          definition={definition}
          selected={selected}
          refused={refused}
          results={null}
          isEditable={mayChange}
          onSelect={setSelected}
          onConnect={(source, target) => {
            change(withEdge(definition, source, target))
            setSelected({ kind: 'link', source, target })
          }}
          onRemove={remove}
        >
          {mayChange && (
            <div className="absolute top-3 left-3 z-10 flex gap-2">
              <Button onClick={() => setSelected({ kind: 'types' })}>
                <Plus />
                Add node
              </Button>
              <Button onClick={() => setSelected({ kind: 'inputs' })}>Inputs</Button>
              <UndoButtons undo={draft.undo} redo={draft.redo} />
            </div>
          )}
          {definition.nodes.length === 0 && (
            <FirstStep
              mayChange={mayChange}
              hasInputs={Object.keys(definition.inputs).length > 0}
              onSelect={setSelected}
            />
          )}
        </Graph>
        <EditorPanel
          definition={definition}
          selected={selected}
          refused={refused}
          isEditable={mayChange}
          panel={id === null || panel === undefined ? null : { kind: panel, id, version }}
          onChange={change}
          onSelect={setSelected}
          onRemove={remove}
          onValidity={setReadable}
          onClose={() => (selected ? setSelected(null) : show(undefined))}
        />
      </div>
      {dialog === 'save' && (
        <SaveDialog
          saved={saved}
          definition={definition}
          onClose={() => setDialog(null)}
          onSaved={draft.clearStored}
          onRefused={refuse}
        />
      )}
      {dialog === 'run' && id !== null && (
        <RunDialog
          id={id}
          version={version}
          inputs={saved.definition.inputs}
          isChanged={draft.isChanged}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  )
}

interface FirstStepProps {
  readonly mayChange: boolean
  readonly hasInputs: boolean
  readonly onSelect: (selected: Selected) => void
}

const FirstStep = ({ mayChange, hasInputs, onSelect }: FirstStepProps) => (
  <div className="pointer-events-none absolute inset-x-0 top-[calc(50%+4.5rem)] flex flex-col items-center gap-3 px-6 text-center">
    <h2 className="text-heading font-semibold">An empty workflow</h2>
    <p className="max-w-md text-ink-soft">
      Add input variables, then a node that reads them. A node that reads another node runs after it. To make
      a node wait for one that it does not read, drag from the bottom of that node to the top of the waiting
      one.
    </p>
    {mayChange && (
      <div className="pointer-events-auto flex gap-2">
        <Button kind={hasInputs ? 'plain' : 'primary'} onClick={() => onSelect({ kind: 'inputs' })}>
          Add input variables
        </Button>
        <Button kind={hasInputs ? 'primary' : 'plain'} onClick={() => onSelect({ kind: 'types' })}>
          Add the first node
        </Button>
      </div>
    )}
  </div>
)
