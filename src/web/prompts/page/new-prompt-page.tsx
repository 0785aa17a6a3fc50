import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Version } from '../../../engine/template/diff/index.ts'
import { useMay, useSession } from '../../api/index.ts'
import { Badge, Button, SkeletonRows, toastProblem } from '../../design/index.ts'
import { FlaskConical, Play } from '../../icons/index.ts'
import { lazyScreen, Page, useShortcuts } from '../../shell/index.ts'
import { useRuns, valuesOf } from '../../template-runs/forms.ts'
import { blankChat, blankSnippet } from '../blank.ts'
import { Composer } from '../editor/composer.tsx'
import { firstModelQuery } from '../editor/model/first-model.ts'
import type { ModelName } from '../editor/model/picked-model.tsx'
import { useValidity } from '../editor/use-validity.ts'
import { storeValues, useValues } from '../editor/use-values.ts'
import { useVariableNames } from '../editor/use-variable-names.ts'
import { isBlank } from '../is-blank.ts'
import { metadataOf } from '../metadata-of.ts'
import { usePromptRun } from '../run/use-prompt-run.ts'
import { useBringVersions } from '../use-bring-versions.ts'
import { EditorFrame } from './editor-frame.tsx'
import { type NewKind, newDraftKey } from './new-drafts.ts'
import { SaveNewPrompt } from './save-new-prompt.tsx'
import { useDraft } from './use-draft.ts'

const StarterList = lazyScreen(() => import('./starter-list.tsx'), 'StarterList')

/** Stands for the name until the prompt is saved. */
const unnamed = 'Untitled'

export function NewPromptPage() {
  const { name: initialName, kind = 'chat', folder } = useSearch({ from: '/prompts/new' })
  const name = initialName || unnamed
  const workspace = useSession()?.workspace.id
  const firstModel = useQuery({
    ...firstModelQuery,
    enabled: kind === 'chat',
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (firstModel.isLoading)
    return (
      <Page title={<bdi>{name}</bdi>}>
        <SkeletonRows />
      </Page>
    )
  return (
    workspace !== undefined && (
      <NewPromptEditor
        key={`${workspace} ${kind} ${name}`}
        name={name}
        blank={blankOf(kind, firstModel.data ?? null)}
        kind={kind}
        folder={folder ?? null}
        workspace={workspace}
      />
    )
  )
}

interface Props {
  readonly name: string
  /** The version that the editor begins with. */
  readonly blank: Version
  readonly kind: NewKind
  readonly folder: number | null
  readonly workspace: number
}

const blankOf = (kind: NewKind, model: ModelName | null): Version =>
  kind === 'completion'
    ? { template: blankSnippet, metadata: null }
    : { template: blankChat, metadata: model && metadataOf(model.provider, model.name) }

/** A prompt before its first version. This browser stores the draft; saving makes version 1. */
function NewPromptEditor({ name, blank, kind, folder, workspace }: Props) {
  const navigate = useNavigate()
  const draftKey = newDraftKey(workspace, kind, name)
  const draft = useDraft(draftKey, blank)
  const mayWrite = useMay('contributor')
  const [isSaving, setSaving] = useState(false)
  const validity = useValidity()
  const { values, setValues } = useValues(workspace, draftKey.prompt)
  const { version } = draft
  const names = useVariableNames(version, draft.isChanged)
  const runs = useRuns()
  const run = usePromptRun({ shown: null, version, isDraft: true, names, values, runs })
  const isEmpty = isBlank(version.template)
  const main = useRef<HTMLDivElement>(null)
  // Runs after the dialog that opened this screen has returned the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      main.current?.querySelector<HTMLElement>('[contenteditable=true]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  const save = () => {
    if (isEmpty) toastProblem('Not saved. Write a message first.')
    else if (validity.problem) toastProblem(`Not saved. ${validity.problem}`)
    else setSaving(true)
  }
  const bringVersions = useBringVersions()
  const openPlayground = () =>
    bringVersions(name, [{ ...version, prompt: name, version: undefined }], valuesOf(names, values))
  useShortcuts(mayWrite ? { 'Mod s': save, 'Mod Enter': run.press } : {})
  return (
    <Page
      title={<bdi>{name}</bdi>}
      above={
        <Link to="/prompts" className="hover:text-ink">
          Prompts /
        </Link>
      }
      badges={<Badge tone="warning">Not saved yet</Badge>}
      actions={
        mayWrite && (
          <>
            <Button onClick={openPlayground}>
              <FlaskConical />
              Open in playground
            </Button>
            <Button onClick={run.press}>
              <Play />
              Run
            </Button>
            <Button kind="primary" onClick={save}>
              Save version
            </Button>
          </>
        )
      }
    >
      <EditorFrame
        promptId={null}
        version={version}
        readOnly={!mayWrite}
        onChange={draft.change}
        names={names}
        values={values}
        onValues={setValues}
        run={run}
        runs={runs}
        name="draft"
        isDraft
        onPlayground={openPlayground}
      >
        <div ref={main} className="p-4">
          <Composer
            version={version}
            names={names}
            readOnly={!mayWrite}
            onChange={draft.change}
            onValidity={validity.set}
          />
          {isEmpty && kind === 'chat' && mayWrite && (
            <Suspense>
              <StarterList version={version} onStart={draft.change} />
            </Suspense>
          )}
        </div>
      </EditorFrame>
      {isSaving && (
        <SaveNewPrompt
          name={name === unnamed ? '' : name}
          folder={folder}
          version={version}
          onClose={() => setSaving(false)}
          onSaved={(promptId) => {
            draft.dropSaved()
            storeValues(workspace, promptId, values)
            void navigate({ to: '/prompts/$promptId', params: { promptId }, replace: true })
          }}
        />
      )}
    </Page>
  )
}
