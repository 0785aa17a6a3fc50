import { icon } from '../icon.tsx'

export const Split = icon(
  <>
    <path d="M16 3h5v5M8 3H3v5" />
    <path d="M12 22v-8.3a4 4 0 0 0-1.172-2.872L3 3m12 6l6-6" />
  </>,
)
