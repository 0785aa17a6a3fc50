import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { dropStored, readStored, writeStored } from '../api/index.ts'
import { Avatar, Button, classNames, TextArea } from '../design/index.ts'
import { type Member, membersBeginning, mentionBefore, mentionedIn } from './mentions.ts'
import { membersQuery } from './queries.ts'

interface Props {
  readonly label: string
  readonly initial?: string
  /** The key of the unsent text in this browser; an edit of a stored comment has none. */
  readonly draftKey?: string
  readonly verb: string
  readonly isBusy: boolean
  readonly onSend: (text: string, mentions: string[]) => void
  readonly onCancel?: () => void
}

const maxChoices = 6

/** A text field for a comment: @ offers members to mention, Ctrl Enter sends. */
export function CommentForm({ label, initial = '', draftKey, verb, isBusy, onSend, onCancel }: Props) {
  const [text, setText] = useState(() => (draftKey ? (readStored<string>(draftKey) ?? initial) : initial))
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const { data: members = [] } = useQuery(membersQuery)
  const start = isClosed ? null : mentionBefore(text, caret)
  const choices = start ? membersBeginning(members, start.prefix, maxChoices) : []
  const isOpen = choices.length > 0
  const current = Math.min(active, choices.length - 1)

  const changeText = (next: string) => {
    setText(next)
    if (!draftKey) return
    if (next === '') dropStored(draftKey)
    else writeStored(draftKey, next)
  }
  const choose = ({ name }: Member) => {
    const next = `${text.slice(0, start!.position)}@${name} ${text.slice(caret)}`
    const position = start!.position + name.length + 2
    changeText(next)
    setCaret(position)
    setClosed(true)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(position, position)
    })
  }
  const send = () => {
    if (text.trim() === '' || isBusy) return
    onSend(
      text,
      mentionedIn(text, members).map(({ id }) => id),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return send()
    }
    if (!isOpen) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive((current + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length)
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      choose(choices[current]!)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      setClosed(true)
    }
  }
  const popup = useRef<HTMLDivElement>(null)
  // The list is below the field, where the panel scrolls; above the field, the panel would cut it off.
  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const updateCaret = () => setCaret(area.current?.selectionStart ?? 0)

  return (
    <form
      aria-label={label}
      className="relative flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="relative">
        <TextArea
          ref={area}
          aria-label={label}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={list}
          aria-activedescendant={isOpen ? `${list}-${current}` : undefined}
          placeholder="Write a comment. @ mentions a member."
          rows={3}
          maxLength={10_000}
          value={text}
          onChange={(event) => {
            changeText(event.target.value)
            setCaret(event.target.selectionStart)
            setActive(0)
            setClosed(false)
          }}
          onKeyDown={onKeyDown}
          onKeyUp={updateCaret}
          onClick={updateCaret}
          onBlur={() => setClosed(true)}
        />
        <div
          ref={popup}
          id={list}
          role="listbox"
          aria-label="Members"
          hidden={!isOpen}
          className="absolute top-full left-2 z-20 mt-1 w-64 rounded-lg border bg-surface p-1 shadow-floating"
        >
          {choices.map((member, index) => (
            <div
              key={member.id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={classNames(
                'flex h-8 cursor-pointer items-center gap-2 rounded-md px-2',
                index === current && 'bg-raised',
              )}
              // Without preventDefault the text area would lose the focus.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(member)
              }}
            >
              <Avatar name={member.name} />
              <bdi className="truncate">{member.name}</bdi>
            </div>
          ))}
        </div>
      </div>
      <div className="flex items-center justify-end gap-2">
        {onCancel && (
          <Button size="small" kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="small" kind="primary" type="submit" isBusy={isBusy} disabled={text.trim() === ''}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
