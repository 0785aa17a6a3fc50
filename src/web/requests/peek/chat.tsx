import type { Answer } from '../../api/index.ts'
import { FoldedText, keyboardScroll } from '../../design/index.ts'
import { TriangleAlert } from '../../icons/index.ts'
import { FailureAdvice } from '../failure-advice.tsx'
import { failureWords } from '../failure-words.ts'
import { messagesOf } from '../messages.ts'
import { MessageList } from './message-view.tsx'
import { MessagesAround } from './messages-around.tsx'

type Request = Answer<'readRequest'>

interface Props {
  readonly request: Request
  /** True if there is room for the answer beside the input. */
  readonly isWide: boolean
}

/** The conversation of a request. The error of a failed request comes first, because a conversation may be long. */
export function Chat({ request, isWide }: Props) {
  const messages = messagesOf(request)
  const answerAt = messages.at(-1)?.role === 'assistant' ? messages.length - 1 : messages.length
  const hasMessages = messages.length > 0 || request.body_unavailable !== null
  const input = hasMessages ? (
    <MessageList messages={messages.slice(0, answerAt)} media={request.media} />
  ) : (
    <MessagesAround request={request} />
  )
  const answer = <MessageList messages={messages.slice(answerAt)} media={request.media} />
  if (!isWide)
    return (
      <section aria-label="Messages" {...keyboardScroll} className={columnStyle}>
        <Outcome request={request} />
        {input}
        {answer}
      </section>
    )
  return (
    <section
      aria-label="Messages"
      className="grid h-full min-w-0 grid-cols-2 divide-x max-lg:block max-lg:overflow-auto"
    >
      <section aria-label="Input" {...keyboardScroll} className={columnStyle}>
        {input}
      </section>
      <section aria-label="Output" {...keyboardScroll} className={columnStyle}>
        <Outcome request={request} />
        {answer}
      </section>
    </section>
  )
}

const columnStyle =
  'flex h-full min-w-0 flex-col gap-3 overflow-auto px-4 pt-3 pb-4 max-lg:[section_&]:h-auto'

/** The reasons why a request has no answer or no body. */
function Outcome({ request }: { request: Request }) {
  return (
    <>
      {request.body_unavailable && (
        <div role="alert" className="min-w-0 rounded-lg border border-bad bg-bad-soft px-3 py-2 text-bad">
          <p className="flex items-center gap-1.5 font-medium">
            <TriangleAlert className="size-4 shrink-0" aria-hidden />
            Body not available
          </p>
          <FoldedText text={request.body_unavailable} />
        </div>
      )}
      {(request.error_message || request.error_type) && <Failure request={request} />}
    </>
  )
}

/**
 * The error of a request. Advice is shown only for calls that Galley made, because applications have provider
 * keys of their own.
 */
function Failure({ request }: { request: Request }) {
  const { error_type: type, error_message: message, provider, attempts } = request
  const words = type ? failureWords(type, provider, message) : null
  return (
    <div
      role="alert"
      className="flex min-w-0 flex-col gap-1 rounded-lg border border-bad bg-bad-soft px-3 py-2 text-bad"
    >
      <p className="flex flex-wrap items-center gap-1.5 font-medium">
        <TriangleAlert className="size-4 shrink-0" aria-hidden />
        {words?.title}
        <span className={words ? 'text-small font-normal' : undefined}>{type ?? request.status}</span>
      </p>
      {message && <FoldedText text={message} />}
      {words && attempts !== null && <FailureAdvice {...words} />}
    </div>
  )
}
