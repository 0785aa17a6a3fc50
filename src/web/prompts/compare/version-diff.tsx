import type { ReactNode } from 'react'
import type { Message, PromptTemplate } from '../../../engine/template/blueprint/index.ts'
import { type Change, diffVersions, type Version } from '../../../engine/template/diff/index.ts'
import { Empty } from '../../design/index.ts'
import { nameOfRole } from '../editor/roles.ts'
import { DiffView } from './diff-view.tsx'
import { isAuthored } from './is-authored.ts'
import { bodyOf } from './message-parts.ts'
import { type Paired, pairItems } from './pair-items.ts'
import { PairedView } from './paired-view.tsx'
import { ParameterTable } from './parameter-table.tsx'
import { textOf } from './text-of.ts'

interface Props {
  readonly before: Version
  readonly after: Version
  readonly mode?: 'unified' | 'split'
  readonly heads?: readonly [before: string, after: string]
}

/** Each changed message has an editor of its own. Templates with more messages are compared as one text. */
const maxMessages = 60

/** The diff of two versions: message by message, then the settings. */
export function VersionDiff({ before, after, mode = 'unified', heads = ['Before', 'After'] }: Props) {
  const changes = diffVersions(before, after).filter(isAuthored)
  if (changes.length === 0) return <Empty title="No differences" />
  const changesOf = (part: ReturnType<typeof partOf>) => changes.filter((change) => partOf(change) === part)
  const [parameters, tools, format] = [changesOf('parameters'), changesOf('tools'), changesOf('format')]
  return (
    <div className="flex flex-col gap-4">
      {changesOf('text').length > 0 && <Texts before={before.template} after={after.template} mode={mode} />}
      {parameters.length > 0 && (
        <Part title="Model and parameters">
          <ParameterTable changes={parameters} heads={heads} />
        </Part>
      )}
      {tools.length > 0 && (
        <Part title="Tools">
          {pairItems(toolsOf(before.template), toolsOf(after.template)).map((paired) => (
            <PairedView key={keyOf(paired)} paired={paired} nameOf={nameOfTool} textOf={jsonOf} mode={mode} />
          ))}
        </Part>
      )}
      {format.length > 0 && (
        <Part title="Response format">
          <div className="overflow-hidden rounded-lg border bg-surface">
            <DiffView before={jsonOf(formatOf(before))} after={jsonOf(formatOf(after))} mode={mode} />
          </div>
        </Part>
      )}
    </div>
  )
}

const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-2">
    <h3 className="text-small font-semibold text-ink-soft">
      {title} {note && <span className="font-normal text-ink-faint">{note}</span>}
    </h3>
    {children}
  </section>
)

function Texts({
  before,
  after,
  mode,
}: {
  before: PromptTemplate
  after: PromptTemplate
  mode: 'unified' | 'split'
}) {
  if (before.type === 'completion' || after.type === 'completion' || after.messages.length > maxMessages)
    return (
      <Part title="Text">
        <div className="overflow-hidden rounded-lg border bg-surface">
          <DiffView before={textOf(before)} after={textOf(after)} mode={mode} />
        </div>
      </Part>
    )
  const paired = pairItems(before.messages.map(withoutVariables), after.messages.map(withoutVariables))
  return (
    <Part title="Messages" note={countsOf(paired)}>
      {paired.map((pair) => (
        <PairedView
          key={keyOf(pair)}
          paired={pair}
          nameOf={nameOfMessage}
          textOf={bodyOf}
          notes={notesOf(pair)}
          mode={mode}
        />
      ))}
    </Part>
  )
}

/** Removes the variable names, which are derived from the text. */
const withoutVariables = (message: Message): Message => ({ ...message, input_variables: [] })

const keyOf = ({ kind, from, to }: Paired<unknown>) => `${kind} ${from} ${to}`

const nameOfMessage = ({ role, name }: Message) => `${nameOfRole(role)} message${name ? ` ${name}` : ''}`

/** Properties of a message that its text does not show. */
function notesOf({ kind, before, after }: Paired<Message>): string[] {
  if (kind !== 'changed') return []
  const keys = ['template_format', 'name', 'tool_call_id'] as const
  const fieldText = (message: Message, key: string) =>
    String((message as Record<string, unknown>)[key] ?? 'none')
  return keys
    .filter((key) => fieldText(before, key) !== fieldText(after, key))
    .map((key) => `${key.replaceAll('_', ' ')}: ${fieldText(before, key)} → ${fieldText(after, key)}`)
}

function countsOf(paired: readonly Paired<unknown>[]): string {
  const kinds = ['changed', 'added', 'removed', 'moved'] as const
  const counts = kinds.map((kind) => [kind, paired.filter((pair) => pair.kind === kind).length] as const)
  return counts
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
}

type AnyTool = Readonly<Record<string, unknown>>

/** The tools of a template. Functions are the former notation of tools. */
function toolsOf(template: PromptTemplate): readonly AnyTool[] {
  if (template.type === 'completion') return []
  return [...(template.tools ?? []), ...(template.functions ?? [])]
}

function nameOfTool(tool: AnyTool): string {
  const called = (tool['function'] ?? tool) as AnyTool
  if (typeof called['name'] === 'string') return called['name']
  return tool['tool_registry_id'] === undefined ? 'Tool' : `Tool ${tool['tool_registry_id']} of the registry`
}

const formatOf = ({ metadata }: Version) => metadata?.model?.parameters['response_format']
const jsonOf = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** The part of a diff that shows the change. */
function partOf({ path }: Change): 'text' | 'tools' | 'format' | 'parameters' {
  const [root, key, ...rest] = path
  if (root === 'template') {
    if (key === undefined || key === 'messages' || key === 'content' || key === 'template_format')
      return 'text'
    if (key === 'tools' || key === 'functions') return 'tools'
  }
  return key === 'model' && rest[0] === 'parameters' && rest[1] === 'response_format'
    ? 'format'
    : 'parameters'
}
