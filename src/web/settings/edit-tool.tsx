import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { FunctionDefinition } from '../../engine/template/blueprint/index.ts'
import { type Answer, call, queryOf, useMay } from '../api/index.ts'
import {
  Button,
  Dialog,
  Form,
  NativeSelectField,
  Problem,
  Skeleton,
  TextAreaField,
  TextField,
  Time,
  toast,
} from '../design/index.ts'
import { useFormChange } from '../dialogs/values.ts'
import { LazyNewFunction } from '../prompts/index.ts'
import { ToolTrial } from './tool-trial.tsx'

type Tool = Answer<'readTool'>['tool_registry']
type Version = NonNullable<Tool['version']>
type Language = NonNullable<Version['execution']>['language'] | 'none'

interface Props {
  readonly id: number
  readonly onClose: () => void
}

/** The definition and code of the newest or an older version of a tool. A change is saved as the next version. */
export function EditTool({ id, onClose }: Props) {
  const params = { identifier: String(id) }
  const newest = useQuery({ ...queryOf(['tools', id], 'readTool', { params, query: {} }), staleTime: 0 })
  const [number, setNumber] = useState<number | null>(null)
  const older = useQuery({
    ...queryOf(['tools', id, number], 'readTool', { params, query: { version: number ?? undefined } }),
    enabled: number !== null,
  })
  // The form must not be based on a cached version, which may be older.
  const latest = newest.isFetchedAfterMount && newest.data?.tool_registry.version
  const version = number === null ? latest : older.data?.tool_registry.version
  if (newest.data && latest && version)
    return (
      <ToolForm
        key={number}
        tool={newest.data.tool_registry}
        initial={version}
        latest={latest}
        onVersion={(chosen) => setNumber(chosen === latest.version_number ? null : chosen)}
        onClose={onClose}
      />
    )
  const problem = newest.error ?? older.error
  const retry = newest.error ? newest.refetch : older.refetch
  return (
    <Dialog wide onClose={onClose} title="Tool">
      {problem ? <Problem error={problem} onRetry={retry} className="m-0" /> : <Skeleton className="h-40" />}
    </Dialog>
  )
}

/** The definition of the function, directly or under `function`; null if the tool has no function. */
function functionOf({ tool_definition: stored }: Version): FunctionDefinition | null {
  const definition = (stored['function'] ?? stored) as Partial<FunctionDefinition> | null
  return typeof definition?.name === 'string' ? (definition as FunctionDefinition) : null
}

const withFunction = ({ tool_definition: stored }: Version, definition: FunctionDefinition | null) => {
  if (!definition) return stored
  return stored['function'] ? { ...stored, function: definition } : { ...definition }
}

interface FormProps {
  readonly tool: Tool
  /** The version that the form begins with. */
  readonly initial: Version
  /** The newest version; another person may save one while the form is open. */
  readonly latest: Version
  /** Opens another version. */
  readonly onVersion: (number: number) => void
  readonly onClose: () => void
}

function ToolForm({ tool, initial, latest, onVersion, onClose }: FormProps) {
  const [version] = useState(initial)
  const [latestAtStart] = useState(latest.version_number)
  const mayChange = useMay('contributor')
  const stored = functionOf(version)
  const [definition, setDefinition] = useState<FunctionDefinition | null>(stored)
  const [language, setLanguage] = useState<Language>(version.execution?.language ?? 'none')
  const [code, setCode] = useState(version.execution?.code ?? '')
  const next = latest.version_number + 1
  const save = useFormChange(
    (message: string) =>
      call('createToolVersion', {
        params: { identifier: String(tool.id) },
        body: {
          tool_definition: withFunction(version, definition),
          execution: language === 'none' ? null : { type: 'code', language, code },
          mock_response: version.mock_response,
          response_schema: version.response_schema,
          commit_message: message || null,
        },
      }),
    {
      keys: ['tools'],
      onSuccess: ({ version: saved }) => {
        toast(`${tool.name} v${saved.version_number} saved`)
        onClose()
      },
    },
  )
  const labels = tool.labels.map(({ name, version_number }) => `${name}: v${version_number}`).join(', ')
  const isOlder = version.version_number < latestAtStart
  const isChanged =
    definition !== stored ||
    language !== (version.execution?.language ?? 'none') ||
    code !== (version.execution?.code ?? '')
  const isReady = (stored === null || definition !== null) && (language === 'none' || code.trim() !== '')
  return (
    <Dialog
      wide
      onClose={onClose}
      title={`${tool.name} v${version.version_number}`}
      description={
        'Prompts that name no label of the tool use its newest version.' +
        (labels === '' ? '' : ` Labels stay at their versions (${labels}).`)
      }
      actions={
        <>
          <Button onClick={onClose}>{mayChange ? 'Cancel' : 'Close'}</Button>
          {mayChange && (
            <Button
              kind="primary"
              type="submit"
              form="edit-tool"
              disabled={!isReady || !(isChanged || isOlder)}
              isBusy={save.isPending}
            >
              Save v{next}
            </Button>
          )}
        </>
      }
    >
      {save.error && <Problem error={save.error} className="m-0 mb-3" />}
      {latest.version_number > 1 && (
        <VersionChoice
          version={version}
          tool={tool}
          latest={latest.version_number}
          isBlocked={isChanged}
          onVersion={onVersion}
        />
      )}
      {mayChange && isOlder && (
        <p role="status" className="mb-3 rounded-md bg-note-soft px-3 py-2">
          This is an older version. Save v{next} makes it the newest one again, with your changes.
        </p>
      )}
      {!save.isPending && !isOlder && latest.version_number > version.version_number && (
        <p role="status" className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-warning">
          v{latest.version_number} was saved meanwhile. Your changes are based on v{version.version_number}; v
          {next} will not have those of v{latest.version_number}.
        </p>
      )}
      <Form id="edit-tool" onSubmit={({ message = '' }) => save.mutate(message.trim())}>
        {stored ? (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <LazyNewFunction initial={stored} readOnly={!mayChange} onChange={setDefinition} />
          </Suspense>
        ) : (
          <p className="text-ink-soft">The definition is not a function. It is changed through the API.</p>
        )}
        <fieldset disabled={!mayChange} className="flex flex-col gap-3">
          <legend className="sr-only">Code</legend>
          <NativeSelectField
            label="Run by Galley"
            hint="With code, Galley runs the tool if a model calls it. Without code, only applications do."
            value={language}
            onChange={({ target }) => setLanguage(target.value as Language)}
          >
            <option value="none">No code</option>
            <option value="python">Python</option>
            <option value="javascript">JavaScript</option>
          </NativeSelectField>
          {language !== 'none' && (
            <TextAreaField
              label="Code"
              hint="The body of a function of args and env; its return value is the answer."
              rows={8}
              spellCheck={false}
              className="font-mono text-small"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          )}
          {mayChange && language !== 'none' && definition && (
            <ToolTrial
              key={language}
              id={tool.id}
              definition={definition}
              execution={{ type: 'code', language, code }}
            />
          )}
          {mayChange && (
            <TextField label="What changed" name="message" autoComplete="off" maxLength={1_000} />
          )}
        </fieldset>
      </Form>
    </Dialog>
  )
}

interface VersionChoiceProps {
  readonly version: Version
  readonly tool: Tool
  readonly latest: number
  /** True while there are changes, which another version would replace. */
  readonly isBlocked: boolean
  readonly onVersion: (number: number) => void
}

/** The shown version with its time and message, and the choice of another one. */
function VersionChoice({ version, tool, latest, isBlocked, onVersion }: VersionChoiceProps) {
  const numbers = Array.from({ length: latest }, (_, index) => latest - index)
  const labelsOf = (number: number) =>
    tool.labels.filter((label) => label.version_number === number).map(({ name }) => name)
  return (
    <div className="mb-3">
      <NativeSelectField
        label="Version"
        hint={
          isBlocked ? (
            'Save or cancel your changes to open another version.'
          ) : (
            <>
              Saved <Time at={version.created_at} />
              {version.commit_message && <bdi>: {version.commit_message}</bdi>}
            </>
          )
        }
        disabled={isBlocked}
        value={version.version_number}
        onChange={({ target }) => onVersion(Number(target.value))}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {[`v${number}`, ...(number === latest ? ['newest'] : []), ...labelsOf(number)].join(' · ')}
          </option>
        ))}
      </NativeSelectField>
    </div>
  )
}
