import type { ReactNode } from 'react'

interface Props {
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
}

/** The centred column of the sign-in pages. */
export const Entrance = ({ title, description, children }: Props) => (
  <div className="m-auto w-full max-w-md p-4">
    <div className="flex flex-col gap-4 rounded-lg border bg-surface p-8 shadow-resting max-sm:p-6">
      <img src="/icon.svg" alt="" className="size-9" />
      <header>
        <h1 className="text-title font-semibold">{title}</h1>
        {description && <p className="text-ink-soft">{description}</p>}
      </header>
      {children}
    </div>
  </div>
)
