import { Link, useLocation } from '@tanstack/react-router'
import { buttonStyle, Empty, Keys } from '../design/index.ts'

/** Shown for an address without a screen. */
export function NotFound() {
  const address = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Empty
      title="There is nothing at this address"
      action={
        <Link to="/" className={buttonStyle({ kind: 'primary' })}>
          Go to Home
        </Link>
      }
    >
      <p>
        <code className="break-all">{address}</code> may be mistyped, or from a link that is out of date.
      </p>
      <p className="mt-1">
        Press <Keys keys="Mod K" /> to find prompts, tables, people and settings.
      </p>
    </Empty>
  )
}
