import { icon } from '../icon.tsx'

export const ArrowRight = icon(<path d="M5 12h14m-7-7l7 7l-7 7" />)
