import { icon } from '../icon.tsx'

export const SquareTerminal = icon(
  <>
    <path d="m7 11l2-2l-2-2m4 6h4" />
    <rect width="18" height="18" x="3" y="3" rx="2" ry="2" />
  </>,
)
