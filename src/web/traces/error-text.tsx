import { classNames, FoldedText } from '../design/index.ts'
import { splitStack } from './split-stack.ts'

/** The message of an error. Its stack trace is folded, because it can be longer than the screen. */
export function ErrorText({ text, className }: { readonly text: string; readonly className?: string }) {
  const { message, stack } = splitStack(text)
  return (
    <div className={classNames('min-w-0 rounded-md bg-bad-soft px-3 py-2 text-bad', className)}>
      <FoldedText text={message} />
      {stack !== null && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-small">Stack trace</summary>
          <FoldedText isCode className="mt-1" text={stack} />
        </details>
      )}
    </div>
  )
}
