import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, queryOf, useMay } from '../api/index.ts'
import {
  Button,
  CodeBlock,
  classNames,
  Dialog,
  Field,
  NativeSelect,
  Problem,
  Segmented,
  Skeleton,
  TextField,
  Time,
} from '../design/index.ts'
import { CheckedForm, FormDialog, useFormChange } from '../dialogs/index.ts'
import { SkillChanges } from './skill-changes.tsx'
import { SkillFileEditor } from './skill-file-editor.tsx'
import { changesOf, filesOf, type SkillFiles, skillProviders } from './skill-files.ts'

const firstFile: SkillFiles = { 'SKILL.md': '---\nname: \ndescription: \n---\n' }

export function NewSkillCollection({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState(firstFile)
  const [provider, setProvider] = useState('')
  const create = useFormChange(
    (name: string) =>
      call('createSkillCollection', {
        body: { name, provider: provider || null, files: changesOf({}, files).file_updates },
      }),
    { keys: ['skills'], done: (_answer, name) => `${name} created`, onSuccess: onClose },
  )
  return (
    <FormDialog
      wide
      title="New skill collection"
      verb="Create collection"
      state={create}
      onSubmit={({ name = '' }) => create.mutate(name.trim())}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" name="name" autoFocus autoComplete="off" />
        <Field label="Agent" hint="Pulled files go where this agent looks for them.">
          {(control) => (
            <NativeSelect {...control} value={provider} onChange={({ target }) => setProvider(target.value)}>
              <option value="">Any</option>
              {Object.entries(skillProviders).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      <SkillFileEditor files={files} readOnly={false} onChange={setFiles} />
    </FormDialog>
  )
}

type CollectionData = Answer<'readSkillCollection'>

/** A collection in its newest or an older version. A change is saved as the next version. */
export function SkillCollection({ id, onClose }: { id: string; onClose: () => void }) {
  const params = { identifier: id }
  const [number, setNumber] = useState<number>()
  const newest = useQuery({
    ...queryOf(['skills', id], 'readSkillCollection', { params, query: {} }),
    staleTime: 0,
  })
  const older = useQuery({
    ...queryOf(['skills', id, number], 'readSkillCollection', { params, query: { version: number } }),
    enabled: number !== undefined,
  })
  const shown = number === undefined ? newest.isFetchedAfterMount && newest.data : older.data
  if (shown && newest.data)
    return (
      <CollectionForm
        key={number}
        shown={shown}
        newest={newest.data}
        onVersion={setNumber}
        onClose={onClose}
      />
    )
  const failed = newest.error ? newest : older
  return (
    <Dialog wide onClose={onClose} title="Skill collection">
      {failed.error ? (
        <Problem error={failed.error} onRetry={failed.refetch} className="m-0" />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  )
}

const views = [
  { value: 'files', label: 'Files' },
  { value: 'changes', label: 'Changes' },
  { value: 'use', label: 'Use' },
] as const
type View = (typeof views)[number]['value']

/** A command that downloads the files of a version, or of its label, into a project. */
function pullCommand(name: string, version: CollectionData['version']): string {
  const selector = version?.release_label
    ? `&label=${encodeURIComponent(version.release_label)}`
    : version && `&version=${version.number}`
  const path = `/api/public/v2/skill-collections/${encodeURIComponent(name)}?format=zip${selector ?? ''}`
  return `curl -sf '${location.origin}${path.replaceAll("'", '%27')}' \\
  -H "X-API-KEY: $API_KEY" -o skills.zip
unzip -o skills.zip && rm skills.zip`
}

interface FormProps {
  /** The version that the form begins with. */
  readonly shown: CollectionData
  readonly newest: CollectionData
  readonly onVersion: (number: number | undefined) => void
  readonly onClose: () => void
}

function CollectionForm({ shown, newest, onVersion, onClose }: FormProps) {
  const mayChange = useMay('contributor')
  const { skill_collection: collection, version } = shown
  const [stored] = useState(() => filesOf(newest))
  const [opened] = useState(() => filesOf(shown))
  const [files, setFiles] = useState(opened)
  const [label, setLabel] = useState('')
  const [view, setView] = useState<View>('files')
  const latest = newest.version?.number ?? 0
  const changes = changesOf(stored, files)
  const isChanged = changes.file_updates.length + changes.deletes.length > 0
  const comparedNumber = files === opened ? (version?.number ?? 0) : latest + 1
  const save = useFormChange(
    ({ commit_message = '' }: Readonly<Record<string, string>>) =>
      call('saveSkillCollectionVersion', {
        params: { identifier: collection.id },
        body: {
          ...changes,
          commit_message: commit_message.trim() || null,
          release_label: label.trim() || null,
        },
      }),
    {
      keys: ['skills'],
      done: ({ version: saved }) => `${collection.name} v${saved.number} saved`,
      onSuccess: onClose,
    },
  )
  return (
    <Dialog
      wide
      onClose={onClose}
      title={`${collection.name}${version ? ` v${version.number}` : ''}`}
      actions={
        <>
          <Button onClick={onClose}>{mayChange ? 'Cancel' : 'Close'}</Button>
          {mayChange && (
            <Button
              kind="primary"
              type="submit"
              form="skill-collection"
              disabled={!isChanged && label.trim() === ''}
              isBusy={save.isPending}
            >
              Save v{latest + 1}
            </Button>
          )}
        </>
      }
    >
      <CheckedForm id="skill-collection" error={save.error} onSubmit={save.mutate}>
        {version && latest > 1 && (
          <VersionField
            version={version}
            latest={latest}
            isBlocked={files !== opened}
            onVersion={(number) => onVersion(number === latest ? undefined : number)}
          />
        )}
        <Segmented
          label="View"
          value={view}
          choices={views.filter(({ value }) => value !== 'changes' || comparedNumber > 1)}
          onChange={setView}
          className="self-start"
        />
        {view === 'changes' && (
          <SkillChanges key={comparedNumber} id={collection.id} number={comparedNumber} files={files} />
        )}
        {view === 'files' && <SkillFileEditor files={files} readOnly={!mayChange} onChange={setFiles} />}
        {view === 'use' && (
          <div className="flex flex-col gap-2">
            <p className="text-ink-soft">
              Run this in the folder of a project. The files are placed where the agent looks for them.
            </p>
            <CodeBlock name="command" text={pullCommand(collection.name, version)} />
          </div>
        )}
        {mayChange && (
          <div className={classNames('grid gap-3 sm:grid-cols-[2fr_1fr]', view === 'use' && 'hidden')}>
            <TextField label="What changed" name="commit_message" autoComplete="off" maxLength={512} />
            <TextField
              label="Label"
              name="release_label"
              placeholder="prod"
              value={label}
              onChange={({ target }) => setLabel(target.value)}
              autoComplete="off"
              maxLength={255}
            />
          </div>
        )}
      </CheckedForm>
    </Dialog>
  )
}

interface VersionProps {
  readonly version: NonNullable<CollectionData['version']>
  readonly latest: number
  /** True while there are changes, which another version would replace. */
  readonly isBlocked: boolean
  readonly onVersion: (number: number) => void
}

/** The shown version with its time, label and message, and the choice of another one. */
const VersionField = ({ version, latest, isBlocked, onVersion }: VersionProps) => (
  <Field
    label="Version"
    hint={
      isBlocked ? (
        'Save or cancel your changes to open another version.'
      ) : (
        <>
          Saved <Time at={version.created_at} />
          {version.release_label && <bdi> as {version.release_label}</bdi>}
          {version.commit_message && <bdi>: {version.commit_message}</bdi>}
        </>
      )
    }
  >
    {(control) => (
      <NativeSelect
        {...control}
        disabled={isBlocked}
        value={version.number}
        onChange={({ target }) => onVersion(Number(target.value))}
      >
        {Array.from({ length: latest }, (_none, index) => latest - index).map((number) => (
          <option key={number} value={number}>
            v{number}
            {number === latest && ' · newest'}
          </option>
        ))}
      </NativeSelect>
    )}
  </Field>
)
