import { icon } from '../icon.tsx'

export const Equal = icon(<path d="M5 9h14M5 15h14" />)
