import { icon } from '../icon.tsx'

export const ChevronsUpDown = icon(<path d="m7 15l5 5l5-5M7 9l5-5l5 5" />)
