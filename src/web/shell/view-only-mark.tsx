import { Link } from '@tanstack/react-router'
import { Badge, HelpMark } from '../design/index.ts'

const reasons = {
  contributor:
    'Your role in this workspace is viewer: you can see everything, but not change or run anything. An admin can give you another role.',
  admin: 'Only admins of this workspace can change this.',
}

export interface ViewOnlyProps {
  /** The least role that may change or run the entities of the screen. */
  readonly needed?: keyof typeof reasons
}

export function ViewOnlyMark({ needed = 'contributor' }: ViewOnlyProps) {
  return (
    <span className="flex items-center">
      <Badge>View only</Badge>
      <HelpMark word="View only">
        {reasons[needed]}{' '}
        <Link to="/settings/members" className="text-accent-ink underline">
          Members
        </Link>{' '}
        shows who is an admin.
      </HelpMark>
    </span>
  )
}
