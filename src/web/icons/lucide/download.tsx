import { icon } from '../icon.tsx'

export const Download = icon(
  <>
    <path d="M12 15V3m9 12v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />
    <path d="m7 10l5 5l5-5" />
  </>,
)
