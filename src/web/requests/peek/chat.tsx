import type { Answer } from '../../api/index.ts'
import { FoldedText, keyboardScroll } from '../../design/index.ts'
import { TriangleAlert } from '../../icons/index.ts'
import { FailureAdvice } from '../failure-advice.tsx'
import { failureWords } from '../failure-words.ts'
import { messagesOf } from '../messages.ts'
import { MessageView } from './message-view.tsx'

type Request = Answer<'readRequest'>

/** The conversation of a request. A failed request has its error in place of the answer. */
export function Chat({ request }: { request: Request }) {
  return (
    <section
      aria-label="Messages"
      {...keyboardScroll}
      className="flex h-full min-w-0 flex-col gap-3 overflow-auto px-4 pt-3 pb-4"
    >
      {messagesOf(request).map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: logged messages have no ids, and their order never changes.
        <MessageView key={index} message={message} media={request.media} />
      ))}
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
    </section>
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
