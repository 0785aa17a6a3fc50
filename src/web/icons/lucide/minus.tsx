import { icon } from '../icon.tsx'

export const Minus = icon(<path d="M5 12h14" />)
