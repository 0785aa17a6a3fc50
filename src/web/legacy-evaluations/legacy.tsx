import { Link } from '@tanstack/react-router'
import { Badge } from '../design/index.ts'

export const Legacy = () => (
  <Badge tone="warning" title="Kept for applications that use its API. Tables do the same and more.">
    Legacy
  </Badge>
)

/** The link back to the list, above the title. */
export const BackToList = ({ show }: { show: 'reports' | 'datasets' }) => (
  <>
    <Link to="/evaluations" search={{ show }} className="hover:underline">
      Legacy evaluations
    </Link>{' '}
    /
  </>
)
