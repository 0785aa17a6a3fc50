import { icon } from '../icon.tsx'

export const Calculator = icon(
  <>
    <rect width="16" height="20" x="4" y="2" rx="2" />
    <path d="M8 6h8m0 8v4m0-8h.01M12 10h.01M8 10h.01M12 14h.01M8 14h.01M12 18h.01M8 18h.01" />
  </>,
)
