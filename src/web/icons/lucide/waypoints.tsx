import { icon } from '../icon.tsx'

export const Waypoints = icon(
  <>
    <path d="m10.586 5.414l-5.172 5.172m13.172 2.828l-5.172 5.172M6 12h12" />
    <circle cx="12" cy="20" r="2" />
    <circle cx="12" cy="4" r="2" />
    <circle cx="20" cy="12" r="2" />
    <circle cx="4" cy="12" r="2" />
  </>,
)
