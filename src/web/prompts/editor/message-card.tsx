import { type ReactNode, type RefObject, Suspense, useMemo } from 'react'
import type { Message, TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { classNames, IconButton, Input, Select, TipButton, useUndo } from '../../design/index.ts'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from '../../icons/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { Blocks } from './blocks.tsx'
import { inRole, isLossy, roleChoices } from './roles.ts'
import { useTextEngine } from './text-engine.ts'

/** Tool calls are loaded for an assistant message. */
const ToolCalls = lazyScreen(() => import('./tool-calls.tsx'), 'ToolCalls')

interface Props {
  readonly message: Message
  /** The position of the message, from 1. */
  readonly number: number
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly onChange: (message: Message) => void
  readonly onRemove: () => void
  /** Null for the first message. */
  readonly onUp: (() => void) | null
  readonly onDown: (() => void) | null
  /** The index of the dragged message of the same list; null without one. */
  readonly dragged: RefObject<number | null>
  readonly onDropHere: (from: number) => void
}

const formats = [
  { value: 'f-string', label: 'f-string' },
  { value: 'jinja2', label: 'Jinja2' },
] as const satisfies readonly { value: TemplateFormat; label: string }[]

/** Estimates the tokens of a text, at four characters each. */
const estimate = (text: string) => Math.ceil(text.length / 4)

const textIn = ({ content }: Message) =>
  (content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('\n')

type Reader = NonNullable<ReturnType<typeof useTextEngine>>['namesIn']

function syntaxErrorOf(text: string, format: TemplateFormat, namesIn: Reader | undefined): string | null {
  try {
    namesIn?.(text, format, [])
    return null
  } catch (error) {
    return (error as Error).message
  }
}

export function MessageCard({ message, number, names, readOnly, onChange, dragged, ...actions }: Props) {
  const text = textIn(message)
  const format = message.template_format
  // Only jinja2 texts are checked, because every f-string is valid.
  const namesIn = useTextEngine(format === 'jinja2')?.namesIn
  const syntaxError = useMemo(() => syntaxErrorOf(text, format, namesIn), [text, format, namesIn])
  const role = roleChoices.find(({ value }) => value === message.role)?.label ?? message.role
  const label = `${role} message ${number}`
  const offerUndo = useUndo(onChange)
  const changeRole = (next: Message['role']) => {
    onChange(inRole(message, next))
    if (isLossy(message, next)) offerUndo(`Parts of message ${number} removed`, message)
  }
  const choices = roleChoices.some(({ value }) => value === message.role)
    ? roleChoices
    : [...roleChoices, { value: message.role, label: message.role }]
  return (
    <section
      aria-label={label}
      className={classNames('@container rounded-lg border bg-surface', syntaxError && 'border-bad')}
      onDragOver={(event) => dragged.current !== null && event.preventDefault()}
      onDrop={(event) => {
        if (dragged.current === null) return
        event.preventDefault()
        actions.onDropHere(dragged.current)
      }}
    >
      <header className="flex min-h-9 flex-wrap items-center gap-1 border-b pr-1.5 pl-1">
        {!readOnly && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the handle is for the mouse; Move up and Move down work from the keyboard.
          <span
            draggable
            title="Drag to move"
            className="cursor-grab px-0.5 text-ink-faint"
            onDragStart={(event) => {
              // Firefox starts no drag without data; this type is not inserted as text.
              event.dataTransfer.setData('application/x-galley-message', '')
              dragged.current = number - 1
            }}
            onDragEnd={() => {
              dragged.current = null
            }}
          >
            <GripVertical className="size-3.5" aria-hidden />
          </span>
        )}
        {readOnly ? (
          <span className="px-2 font-medium">{role}</span>
        ) : (
          <Select
            label={`Role of message ${number}`}
            value={message.role}
            choices={choices}
            onChange={changeRole}
            className="border-transparent font-medium"
          />
        )}
        <NameField message={message} number={number} readOnly={readOnly} onChange={onChange} />
        <span className="ml-auto text-tiny whitespace-nowrap text-ink-faint tabular-nums @max-md:invisible @max-md:w-0">
          ~{estimate(text)} tokens
        </span>
        {!readOnly && (
          <>
            <Select
              label={`Format of message ${number}`}
              value={format}
              choices={formats}
              onChange={(template_format) => onChange({ ...message, template_format })}
              className="h-6 border-transparent text-small text-ink-soft"
            />
            <Move label={`Move message ${number} up`} onMove={actions.onUp}>
              <ArrowUp />
            </Move>
            <Move label={`Move message ${number} down`} onMove={actions.onDown}>
              <ArrowDown />
            </Move>
            <TipButton tip="Delete message" label={`Delete message ${number}`} onClick={actions.onRemove}>
              <Trash2 />
            </TipButton>
          </>
        )}
      </header>
      {message.role === 'placeholder' ? (
        <p className="px-3 py-2 text-small text-ink-soft">
          Stands for the list of messages in the variable of this name.
        </p>
      ) : (
        <Blocks
          label={label}
          blocks={message.content ?? []}
          format={format}
          names={names}
          readOnly={readOnly}
          onChange={(content) => onChange({ ...message, content })}
        />
      )}
      {message.role === 'assistant' && (
        <Suspense>
          <ToolCalls
            number={number}
            calls={message.tool_calls ?? []}
            readOnly={readOnly}
            onChange={(tool_calls) =>
              onChange({ ...message, tool_calls: tool_calls.length > 0 ? tool_calls : null })
            }
          />
        </Suspense>
      )}
      {syntaxError && (
        <p role="alert" className="border-t px-3 py-1.5 text-small text-bad">
          {syntaxError}
        </p>
      )}
    </section>
  )
}

interface MoveProps {
  readonly label: string
  readonly onMove: (() => void) | null
  readonly children: ReactNode
}

const Move = ({ label, onMove, children }: MoveProps) => (
  <IconButton label={label} title={label} disabled={onMove === null} onClick={() => onMove?.()}>
    {children}
  </IconButton>
)

/** The name that messages of some roles have beside their content. */
function NameField({
  message,
  number,
  readOnly,
  onChange,
}: Pick<Props, 'message' | 'number' | 'readOnly' | 'onChange'>) {
  const style = 'h-6 w-44 font-mono text-small'
  if (message.role === 'tool')
    return (
      <Input
        aria-label={`Call that message ${number} answers`}
        placeholder="tool_call_id"
        className={style}
        readOnly={readOnly}
        value={message.tool_call_id}
        onChange={(event) => onChange({ ...message, tool_call_id: event.target.value })}
      />
    )
  if (message.role === 'placeholder' || message.role === 'function')
    return (
      <Input
        aria-label={`Name of message ${number}`}
        className={style}
        readOnly={readOnly}
        value={message.name}
        onChange={(event) => onChange({ ...message, name: event.target.value })}
      />
    )
  return null
}
