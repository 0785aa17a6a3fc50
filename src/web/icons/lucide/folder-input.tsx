import { icon } from '../icon.tsx'

export const FolderInput = icon(
  <>
    <path d="M2 9V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H20a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-1m0-4h10" />
    <path d="m9 16l3-3l-3-3" />
  </>,
)
