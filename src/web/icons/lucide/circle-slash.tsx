import { icon } from '../icon.tsx'

export const CircleSlash = icon(
  <>
    <circle cx="12" cy="12" r="10" />
    <path d="m9 15l6-6" />
  </>,
)
