import { Link } from '@tanstack/react-router'
import { Badge, HelpMark } from '../design/index.ts'

export function ViewOnlyMark() {
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
