import { useState } from 'react'
import type { FunctionDefinition } from '../../engine/template/blueprint/index.ts'
import { type Answer, call } from '../api/index.ts'
import { Button, Problem, TextAreaField } from '../design/index.ts'
import { useFormChange } from '../dialogs/values.ts'
import { Play } from '../icons/index.ts'

type Result = Answer<'testTool'>['result']

interface Props {
  readonly id: number
  readonly definition: FunctionDefinition
  /** The code as it is in the form. */
  readonly execution: {
    readonly type: 'code'
    readonly language: 'python' | 'javascript'
    readonly code: string
  }
}

const valueOfType: Readonly<Record<string, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
}

/** Arguments with an empty value for each parameter of the function. */
function emptyArguments({ parameters }: FunctionDefinition): string {
  const properties = Object.entries((parameters?.['properties'] ?? {}) as Record<string, { type?: string }>)
  const values = properties.map(([name, { type }]) => [name, valueOfType[type ?? ''] ?? null])
  return JSON.stringify(Object.fromEntries(values), null, 2)
}

function readArguments(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Runs the code of the form in the sandbox, before it is saved. */
export function ToolTrial({ id, definition, execution }: Props) {
  const [text, setText] = useState(() => emptyArguments(definition))
  const inputs = readArguments(text)
  const run = useFormChange(() =>
    call('testTool', {
      params: { identifier: String(id) },
      body: { inputs: inputs ?? {}, execution, tool_definition: { type: 'function', function: definition } },
    }),
  )
  return (
    <section aria-label="Test" className="flex flex-col gap-2 rounded-lg border p-3">
      <TextAreaField
        label="Test with arguments"
        rows={4}
        spellCheck={false}
        className="font-mono text-small"
        value={text}
        error={inputs ? undefined : 'Write a JSON object with the arguments.'}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        size="small"
        className="self-start"
        disabled={!inputs || execution.code.trim() === ''}
        isBusy={run.isPending}
        onClick={() => run.mutate()}
      >
        <Play />
        Run code
      </Button>
      {run.error && <Problem error={run.error} className="m-0" />}
      {run.data && <TrialResult result={run.data.result} />}
    </section>
  )
}

const shown = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'null'

const TrialResult = ({ result: { error, result, stdout, stderr, duration_ms } }: { result: Result }) => (
  <div role="status" className="flex flex-col gap-2">
    {error ? (
      <p className="rounded-md bg-bad-soft px-3 py-2 break-words whitespace-pre-wrap text-bad">
        {error.type}: {error.message}
        {error.line !== null && ` (line ${error.line})`}
      </p>
    ) : (
      <Output name={`Returned after ${duration_ms} ms`} text={shown(result)} />
    )}
    {stdout !== '' && <Output name="Printed" text={stdout} />}
    {stderr !== '' && <Output name="Printed as errors" text={stderr} />}
  </div>
)

const Output = ({ name, text }: { name: string; text: string }) => (
  <div className="flex flex-col gap-1">
    <p className="text-small font-medium text-ink-soft">{name}</p>
    <pre className="overflow-auto rounded-md border bg-sunken p-2 text-small break-words whitespace-pre-wrap">
      {text}
    </pre>
  </div>
)
