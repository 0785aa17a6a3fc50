import { useRef } from 'react'
import type { Message, PromptTemplate } from '../../../engine/template/blueprint/index.ts'
import { Button } from '../../design/index.ts'
import { Plus } from '../../icons/index.ts'
import { textMessage } from '../blank.ts'
import { Blocks } from './blocks.tsx'
import { type MessageActions, MessageCard } from './message-card.tsx'
import { useItems } from './use-items.ts'

interface Props {
  readonly template: PromptTemplate
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly onChange: (template: PromptTemplate) => void
}

/** Edits the messages of a chat, or the text of a snippet. */
export function TemplateEditor({ template, names, readOnly, onChange }: Props) {
  if (template.type === 'chat')
    return (
      <Messages
        messages={template.messages}
        names={names}
        readOnly={readOnly}
        onChange={(messages) => onChange({ ...template, messages })}
      />
    )
  return (
    <section aria-label="Text" className="rounded-lg border bg-surface">
      <Blocks
        label="Text"
        blocks={template.content}
        format={template.template_format}
        names={names}
        readOnly={readOnly}
        onChange={(content) => onChange({ ...template, content })}
      />
    </section>
  )
}

interface MessagesProps {
  readonly messages: readonly Message[]
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly onChange: (messages: Message[]) => void
}

function Messages({ messages, names, readOnly, onChange }: MessagesProps) {
  const items = useItems(messages, onChange)
  const { keys, add } = items
  const latest = useRef({ messages, onChange, items })
  latest.current = { messages, onChange, items }
  /** The same object in each render, so that typing in one of many messages renders that one only. */
  const actions = useRef<MessageActions>({
    change: (index, next) => latest.current.onChange(latest.current.messages.with(index, next)),
    remove: (index) => latest.current.items.remove(index, `Message ${index + 1}`),
    move: (from, to) => latest.current.items.move(from, to),
    dragged: null,
  }).current
  return (
    <div className="flex flex-col gap-3">
      {messages.map((message, index) => (
        <MessageCard
          key={keys[index]}
          message={message}
          number={index + 1}
          isLast={index === messages.length - 1}
          names={names}
          readOnly={readOnly}
          actions={actions}
        />
      ))}
      {!readOnly && (
        <Button
          className="self-start"
          onClick={() => add(textMessage(messages.at(-1)?.role === 'user' ? 'assistant' : 'user'))}
        >
          <Plus />
          Add message
        </Button>
      )}
    </div>
  )
}
