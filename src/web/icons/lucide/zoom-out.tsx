import { icon } from '../icon.tsx'

export const ZoomOut = icon(
  <>
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21l-4.35-4.35M8 11h6" />
  </>,
)
