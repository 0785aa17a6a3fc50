import type { ReactNode } from 'react'
import { keyboardScroll } from '../../design/index.ts'

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[5.5rem_1fr] gap-y-1 text-small">{children}</dl>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{name}</dt>
    <dd className="min-w-0 break-words tabular-nums">{children}</dd>
  </>
)

/** A value as text, or as JSON. */
export function ShownValue({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <p className="text-ink-faint">No value.</p>
  const isText = typeof value === 'string'
  return (
    <pre
      dir="auto"
      {...keyboardScroll}
      className={
        isText
          ? 'max-h-72 overflow-auto font-sans break-words whitespace-pre-wrap [unicode-bidi:plaintext]'
          : 'max-h-72 overflow-auto rounded-md border bg-surface p-2 text-small'
      }
    >
      {isText ? value : JSON.stringify(value, null, 2)}
    </pre>
  )
}

export const Part = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <section className="flex flex-col gap-1">
    <h3 className="text-small font-medium text-ink-soft">{name}</h3>
    {children}
  </section>
)
