import { memo, type ReactNode, Suspense, useMemo } from 'react'
import type { Message, TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { classNames, IconButton, Select, TipButton, useUndo } from '../../design/index.ts'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from '../../icons/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { Blocks } from './blocks.tsx'
import { inRole, isLossy, roleChoices } from './roles.ts'
import { useTextEngine } from './text-engine.ts'

const NameField = lazyScreen(() => import('./name-field.tsx'), 'NameField')
/** Roles whose messages have a name, or the id of a tool call, beside their content. */
const namedRoles: readonly string[] = ['tool', 'placeholder', 'function']
/** Tool calls are loaded for an assistant message. */
const ToolCalls = lazyScreen(() => import('./tool-calls.tsx'), 'ToolCalls')

/** Changes of the list of messages, by index. */
export interface MessageActions {
  readonly change: (index: number, message: Message) => void
  readonly remove: (index: number) => void
  readonly move: (from: number, to: number) => void
  /** The index of the message of this list that is dragged. Drags of anything else move no message. */
  dragged: number | null
}

interface Props {
  readonly message: Message
  /** The position of the message, from 1. */
  readonly number: number
  readonly isLast: boolean
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly actions: MessageActions
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

export const MessageCard = memo(({ message, number, isLast, names, readOnly, actions }: Props) => {
  const index = number - 1
  const onChange = (next: Message) => actions.change(index, next)
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
      onDragOver={(event) => actions.dragged !== null && event.preventDefault()}
      onDrop={(event) => {
        if (actions.dragged === null) return
        event.preventDefault()
        actions.move(actions.dragged, index)
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
              actions.dragged = index
            }}
            onDragEnd={() => {
              actions.dragged = null
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
        {namedRoles.includes(message.role) && (
          <Suspense>
            <NameField message={message} number={number} readOnly={readOnly} onChange={onChange} />
          </Suspense>
        )}
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
            <Move
              label={`Move message ${number} up`}
              onMove={index > 0 && (() => actions.move(index, index - 1))}
            >
              <ArrowUp />
            </Move>
            <Move
              label={`Move message ${number} down`}
              onMove={!isLast && (() => actions.move(index, index + 1))}
            >
              <ArrowDown />
            </Move>
            <TipButton
              tip="Delete message"
              label={`Delete message ${number}`}
              onClick={() => actions.remove(index)}
            >
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
})

interface MoveProps {
  readonly label: string
  readonly onMove: (() => void) | false
  readonly children: ReactNode
}

const Move = ({ label, onMove, children }: MoveProps) => (
  <IconButton label={label} title={label} disabled={!onMove} onClick={onMove || undefined}>
    {children}
  </IconButton>
)
