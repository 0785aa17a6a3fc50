import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { FunctionDefinition } from '../../engine/template/blueprint/index.ts'
import { type Answer, call, queryOf, useMay } from '../api/index.ts'
import {
  Button,
  Dialog,
  Field,
  Form,
  NativeSelect,
  Problem,
  Skeleton,
  TextArea,
  TextField,
  toast,
} from '../design/index.ts'
import { LazyNewFunction } from '../prompts/index.ts'
import { useChange } from './use-change.ts'

type Tool = Answer<'readTool'>['tool_registry']
type Version = NonNullable<Tool['version']>
type Language = NonNullable<Version['execution']>['language'] | 'none'

interface Props {
  readonly id: number
  readonly onClose: () => void
}

/** Opens a tool: its definition and code. A change is saved as its next version. */
export function EditTool({ id, onClose }: Props) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...queryOf(['tools', id], 'readTool', { params: { identifier: String(id) }, query: {} }),
    staleTime: 0,
  })
  // The form is based on the version that is read now; a cached one may be older.
  const version = isFetchedAfterMount && data?.tool_registry.version
  if (version) return <ToolForm tool={data.tool_registry} latest={version} onClose={onClose} />
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title="Tool">
      {error ? <Problem error={error} onRetry={refetch} className="m-0" /> : <Skeleton className="h-40" />}
    </Dialog>
  )
}

/** The definition of the function, with or without a frame; null if the tool has another kind of definition. */
function functionOf({ tool_definition: whole }: Version): FunctionDefinition | null {
  const definition = (whole['function'] ?? whole) as Partial<FunctionDefinition> | null
  return typeof definition?.name === 'string' ? (definition as FunctionDefinition) : null
}

const withFunction = ({ tool_definition: whole }: Version, definition: FunctionDefinition | null) => {
  if (!definition) return whole
  return whole['function'] ? { ...whole, function: definition } : { ...definition }
}

interface FormProps {
  readonly tool: Tool
  /** The newest version; another person may save one while the form is open. */
  readonly latest: Version
  readonly onClose: () => void
}

function ToolForm({ tool, latest, onClose }: FormProps) {
  const [version] = useState(latest)
  const mayChange = useMay('contributor')
  const stored = functionOf(version)
  const [definition, setDefinition] = useState<FunctionDefinition | null>(stored)
  const [language, setLanguage] = useState<Language>(version.execution?.language ?? 'none')
  const [code, setCode] = useState(version.execution?.code ?? '')
  const next = latest.version_number + 1
  const save = useChange(
    'tools',
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
      isForm: true,
      onSuccess: ({ version: saved }) => {
        toast(`${tool.name} v${saved.version_number} saved`)
        onClose()
      },
    },
  )
  const labels = tool.labels.map(({ name, version_number }) => `${name}: v${version_number}`).join(', ')
  const isReady = (stored === null || definition !== null) && (language === 'none' || code.trim() !== '')
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`${tool.name} v${version.version_number}`}
      description={
        'Prompts that name no label of the tool use its newest version.' +
        (labels === '' ? '' : ` Labels stay at their versions (${labels}).`)
      }
      actions={
        <>
          <Button onClick={onClose}>{mayChange ? 'Cancel' : 'Close'}</Button>
          {mayChange && (
            <Button kind="primary" type="submit" form="edit-tool" disabled={!isReady} isBusy={save.isPending}>
              Save v{next}
            </Button>
          )}
        </>
      }
    >
      {save.error && <Problem error={save.error} className="m-0 mb-3" />}
      {!save.isPending && latest.version_number > version.version_number && (
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
          <Field
            label="Run by Galley"
            hint="With code, runs in Galley call the tool; otherwise the application does."
          >
            {(control) => (
              <NativeSelect
                {...control}
                value={language}
                onChange={({ target }) => setLanguage(target.value as Language)}
              >
                <option value="none">No code</option>
                <option value="python">Python</option>
                <option value="javascript">JavaScript</option>
              </NativeSelect>
            )}
          </Field>
          {language !== 'none' && (
            <Field
              label="Code"
              hint="The body of a function of args and env; its return value is the answer."
            >
              {(control) => (
                <TextArea
                  {...control}
                  rows={8}
                  spellCheck={false}
                  className="font-mono text-small"
                  value={code}
                  onChange={({ target }) => setCode(target.value)}
                />
              )}
            </Field>
          )}
          {mayChange && (
            <TextField label="What changed" name="message" autoComplete="off" maxLength={1_000} />
          )}
        </fieldset>
      </Form>
    </Dialog>
  )
}
