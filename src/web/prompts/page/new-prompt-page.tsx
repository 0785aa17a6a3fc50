import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Version } from '../../../engine/template/diff/index.ts'
import { useMay, useSession } from '../../api/index.ts'
import { Badge, Button, toast } from '../../design/index.ts'
import { FlaskConical, Play } from '../../icons/index.ts'
import { useRuns, valuesOf } from '../../running/forms.ts'
import { Page, useShortcuts } from '../../shell/index.ts'
import { blankChat, blankSnippet } from '../blank.ts'
import { Composer } from '../editor/composer.tsx'
import { useNames } from '../editor/use-names.ts'
import { useValidity } from '../editor/use-validity.ts'
import { keepValues, useValues } from '../editor/use-values.ts'
import { usePromptRun } from '../run/use-prompt-run.ts'
import { type NewKind, newDraftPlace } from './draft-store.ts'
import { EditorFrame } from './editor-frame.tsx'
import { SaveNewPrompt } from './save-new-prompt.tsx'
import { bringToPlayground } from './to-playground.ts'
import { useDraft } from './use-draft.ts'

export function NewPromptPage() {
  const { name, kind, folder } = useSearch({ from: '/prompts/new' })
  const workspace = useSession()?.workspace.id
  return (
    workspace !== undefined && (
      <NewPromptEditor
        key={`${workspace} ${kind} ${name}`}
        name={name}
        kind={kind}
        folder={folder ?? null}
        workspace={workspace}
      />
    )
  )
}

interface Props {
  readonly name: string
  readonly kind: NewKind
  readonly folder: number | null
  readonly workspace: number
}

const blank: Readonly<Record<NewKind, Version>> = {
  chat: { template: blankChat, metadata: null },
  completion: { template: blankSnippet, metadata: null },
}

/** A prompt before its first version. This browser stores the draft; saving makes version 1. */
function NewPromptEditor({ name, kind, folder, workspace }: Props) {
  const navigate = useNavigate()
  const draftKey = newDraftPlace(workspace, kind, name)
  const draft = useDraft(draftKey, blank[kind])
  const mayWrite = useMay('contributor')
  const [isSaving, setSaving] = useState(false)
  const validity = useValidity()
  const { values, setValues } = useValues(workspace, draftKey.prompt)
  const { version } = draft
  const names = useNames(version, draft.isChanged)
  const runs = useRuns()
  const run = usePromptRun({ shown: null, version, isDraft: true, names, values, runs })
  const save = () => {
    if (validity.problem) toast(`Not saved. ${validity.problem}`, { isProblem: true })
    else setSaving(true)
  }
  const openPlayground = async () => {
    await bringToPlayground(name, [{ ...version, prompt: name, version: undefined }], valuesOf(names, values))
    void navigate({ to: '/playground' })
  }
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
            <Button onClick={() => void openPlayground()}>
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
        what="draft"
        isDraft
        onPlayground={() => void openPlayground()}
      >
        <div className="p-4">
          <Composer
            version={version}
            names={names}
            readOnly={!mayWrite}
            onChange={draft.change}
            onValidity={validity.set}
          />
        </div>
      </EditorFrame>
      {isSaving && (
        <SaveNewPrompt
          name={name}
          folder={folder}
          version={version}
          onClose={() => setSaving(false)}
          onSaved={(promptId) => {
            draft.dropSaved()
            keepValues(workspace, promptId, values)
            void navigate({ to: '/prompts/$promptId', params: { promptId }, replace: true })
          }}
        />
      )}
    </Page>
  )
}
