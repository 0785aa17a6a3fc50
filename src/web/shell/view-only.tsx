import { Link } from '@tanstack/react-router'
import { useMay } from '../api/index.ts'
import { Badge, HelpMark } from '../design/index.ts'

/** For viewers, on screens where other roles may change or run something. */
export function ViewOnly() {
  const mayChange = useMay('contributor')
  if (mayChange) return null
  return (
    <span className="flex items-center">
      <Badge>View only</Badge>
      <HelpMark word="View only">
        Your role in this workspace is viewer: you see everything here, and change or run nothing. Ask an
        admin for another role;{' '}
        <Link to="/settings/members" className="text-accent-ink underline">
          Members
        </Link>{' '}
        names them.
      </HelpMark>
    </span>
  )
}
