import { Link } from '@tanstack/react-router'
import { Badge, HelpMark } from '../design/index.ts'

export function ViewOnlyMark() {
  return (
    <span className="flex items-center">
      <Badge>View only</Badge>
      <HelpMark word="View only">
        Your role in this workspace is viewer: you can see everything, but not change or run anything. To get
        another role, ask an admin of the{' '}
        <Link to="/settings/members" className="text-accent-ink underline">
          members
        </Link>
        .
      </HelpMark>
    </span>
  )
}
