import { Link } from '@tanstack/react-router'
import { Badge } from '../design/index.ts'

export const Legacy = () => (
  <Badge tone="warning" title="Kept for applications that use it; tables do all of it, and more.">
    Legacy
  </Badge>
)

/** Where one is: the two lists are one place. */
export const Above = ({ show }: { show: 'reports' | 'datasets' }) => (
  <>
    <Link to="/evaluations" search={{ show }} className="hover:underline">
      Evaluations
    </Link>{' '}
    /
  </>
)
