import { icon } from '../icon.tsx'

export const ListPlus = icon(<path d="M16 5H3m8 7H3m13 7H3M18 9v6m3-3h-6" />)
