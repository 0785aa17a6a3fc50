import { icon } from '../icon.tsx'

export const Table2 = icon(
  <>
    <path d="M3 9h18M9 3v18" />
    <rect width="18" height="18" x="3" y="3" rx="2" />
  </>,
)
