import { icon } from '../icon.tsx'

export const ListTree = icon(
  <>
    <path d="M8 5h13m-8 7h8m-8 7h8M3 10a2 2 0 0 0 2 2h3" />
    <path d="M3 5v12a2 2 0 0 0 2 2h3" />
  </>,
)
