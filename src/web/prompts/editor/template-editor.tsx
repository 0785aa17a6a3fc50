import { useRef } from 'react'
import type { Message, PromptTemplate } from '../../../engine/template/blueprint/index.ts'
import { Button } from '../../design/index.ts'
import { Plus } from '../../icons/index.ts'
import { textMessage } from '../blank.ts'
import { Blocks } from './blocks.tsx'
import { MessageCard } from './message-card.tsx'
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
  const { keys, add, remove, move } = useItems(messages, onChange)
  /** The index of the message of this list that is dragged. Drags of anything else move no message. */
  const dragged = useRef<number | null>(null)
  return (
    <div className="flex flex-col gap-3">
      {messages.map((message, index) => (
        <MessageCard
          key={keys[index]}
          message={message}
          number={index + 1}
          names={names}
          readOnly={readOnly}
          onChange={(next) => onChange(messages.with(index, next))}
          onRemove={() => remove(index, `Message ${index + 1}`)}
          onUp={index > 0 ? () => move(index, index - 1) : null}
          onDown={index < messages.length - 1 ? () => move(index, index + 1) : null}
          dragged={dragged}
          onDropHere={(from) => move(from, index)}
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
