import { Link } from '@tanstack/react-router'

export const KeysLink = () => (
  <Link to="/settings/connections" className="underline">
    Provider keys
  </Link>
)
