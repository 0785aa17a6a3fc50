import { icon } from '../icon.tsx'

export const Minimize2 = icon(<path d="m14 10l7-7m-1 7h-6V4M3 21l7-7m-6 0h6v6" />)
